import type { Flaw } from '../flaw.ts';
import type { Broken } from '../lab.ts';
import type { Reply } from '../replies.ts';

/** The flaw of an answer as a counterexample: the answer is the proof, and what it is held beside the comparison. */
export function counterexample(
  reply: Reply,
  { message, expected, actual, input, places, explainedBy, about = [], beside = [] }: Flaw,
): Broken {
  const proof = reply.outcome.exchange;
  const comparison = beside[0]?.outcome.exchange.id;
  return {
    message,
    expected,
    actual,
    exchanges: [...beside.map(({ outcome }) => outcome.exchange), proof],
    proof: proof.id,
    about: [proof.id, ...about],
    ...(comparison === undefined ? {} : { comparison }),
    ...(input === undefined ? {} : { input }),
    ...(places === undefined ? {} : { places }),
    ...(explainedBy === undefined ? {} : { explainedBy }),
  };
}
