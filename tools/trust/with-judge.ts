import { join } from 'node:path';
import { subjectDigest, type Digests } from './digests.ts';
import type { Fleet } from './fleet.ts';
import { Memory } from './memory.ts';
import { PACKAGE } from './modules.ts';
import type { Options } from './options.ts';
import { Pool } from './pool.ts';
import { Progress } from './progress.ts';
import type { Subject } from './run-one.ts';
import type { Judge } from './survey.ts';

/** No part of the repository; `npm ci` empties it. */
const REMEMBERED = join(PACKAGE, 'node_modules', '.cache', 'petstore-conformance', 'trust.jsonl');

/** Lends a judge that asks threads for what is not known from before, and shows how far it is. */
export async function withJudge<T>(
  { jobs, fresh }: Pick<Options, 'jobs' | 'fresh'>,
  digests: Digests,
  { faults: known }: Fleet,
  use: (judge: Judge, tell: (line: string) => void) => Promise<T>,
): Promise<T> {
  const stands = new Map(known.map(({ id, needs = [] }) => [id, needs]));
  const digestOf = ({ faults, variants }: Subject): string =>
    subjectDigest(digests, {
      faults,
      variants: [...variants, ...faults.flatMap((id) => stands.get(id) ?? [])],
    });
  const pool = new Pool(jobs);
  const progress = new Progress(process.stderr, process.env);
  const judge = progress.count((subject) => pool.judge(subject));
  const memory = fresh ? undefined : new Memory(REMEMBERED, digests.kit, digestOf);
  try {
    return await use(memory?.before(judge) ?? judge, (line) => progress.say(line));
  } finally {
    progress.end();
    await pool.close();
  }
}
