import type { Exchange } from '../../exchange.ts';
import { reproduced } from '../../explain.ts';
import { counted, number } from '../../measures.ts';
import type { CheckReport } from '../../model.ts';
import { requestLine } from '../../rows.ts';
import { seen, tellingInput, type Story } from '../../story.ts';
import { inertLine, jsonLine } from '../../text.ts';
import { operations } from '../../words.ts';
import { Facts, firstOf, MOST_TEXT, Pill } from '../page/parts.tsx';
import { Line, Wire } from './exchange.tsx';

/** Exchanges in a line each, for one check, and other checks; what is more is counted. */
const MOST_LINES = 4;
const MOST_OTHERS = 8;

type Seen = Omit<Story, 'others'>;

/** What a check found: the difference, then the proof, what it is compared with, and the rest folded. */
export function Finding({ story }: { readonly story: Seen }) {
  const { check, proof, comparison, setUp, missing } = story;
  const again = reproduced(check) ?? '';
  return (
    <section class="finding">
      <Difference story={story} />
      {again === '' ? null : <p>{`${again.charAt(0).toUpperCase()}${again.slice(1)}.`}</p>}
      <div class={comparison === undefined ? 'proofs' : 'proofs two'}>
        <Proof role="Proof" exchange={proof} places={check.places} />
        <Proof role="Compared with" exchange={comparison} />
      </div>
      <Spread check={check} />
      {setUp.length === 0 ? null : (
        <details class="fold">
          <summary>{counted(setUp.length, 'exchange')} before it, and more like it</summary>
          {setUp.map((exchange) => (
            <details class="exchange">
              <summary>
                <Line exchange={exchange} />
              </summary>
              <Wire exchange={exchange} />
            </details>
          ))}
        </details>
      )}
      {missing.length === 0 ? null : (
        <p class="more">{counted(missing.length, 'exchange')} named here cannot be found in the evidence.</p>
      )}
    </section>
  );
}

/** What was sent, what the document asks for, and what came: as a difference. */
function Difference({ story }: { readonly story: Seen }) {
  const { expected, actual } = story.check;
  const input = tellingInput(story);
  if (expected === undefined && actual === undefined) return null;
  const sent = story.proof && (
    <>
      <code>{inertLine(requestLine(story.proof), 300)}</code>
      {input === undefined ? null : <code>{inertLine(jsonLine(input), 600)}</code>}
    </>
  );
  return (
    <Facts
      kind="facts difference"
      facts={[
        ...(sent === undefined ? [] : [{ label: 'Sent', text: sent }]),
        { label: 'Expected', text: expected ?? 'not said', kind: 'expected' },
        { label: 'Received', text: actual ?? 'not said', kind: 'received' },
      ]}
    />
  );
}

function Proof(props: {
  readonly role: string;
  readonly exchange: Exchange | undefined;
  readonly places?: CheckReport['places'];
}) {
  const { role, exchange, places = [] } = props;
  if (exchange === undefined) return null;
  return (
    <section class="proof">
      <h5>
        <strong>{role}</strong> <Line exchange={exchange} />
      </h5>
      <Wire exchange={exchange} places={places} />
    </section>
  );
}

/** How many answers of the run show the same, by what was asked and what came. */
function Spread({ check: { spread = [] } }: { readonly check: CheckReport }) {
  if (spread.length === 0) return null;
  const all = spread.reduce((sum, { count }) => sum + count, 0);
  return (
    <table class="number">
      <caption>{counted(all, 'answer')} of the run show it</caption>
      <thead>
        <tr>
          <th scope="col">Operation</th>
          <th scope="col">Status</th>
          <th scope="col">Answers</th>
        </tr>
      </thead>
      <tbody>
        {spread.map(({ operation, status, count }) => (
          <tr>
            <th scope="row">{operations[operation]}</th>
            <td>{status === 0 ? 'no answer' : status}</td>
            <td>{number(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ChecksProps {
  readonly checks: readonly CheckReport[];
  readonly evidence: readonly Exchange[];
}

/** The other checks that found something, folded. */
export function Others({ checks, evidence }: ChecksProps) {
  if (checks.length === 0) return null;
  const draw = (check: CheckReport) => (
    <li>
      <details class="exchange">
        <summary>
          <code>{inertLine(check.name, 120)}</code> {inertLine(check.message, 300)}
        </summary>
        <Finding story={seen(check, evidence)} />
      </details>
    </li>
  );
  return (
    <details class="fold">
      <summary>{counted(checks.length, 'more finding')}</summary>
      <ul>
        {firstOf(checks, MOST_OTHERS, draw, (more) => `${counted(more, 'more finding')} in report.json.`)}
      </ul>
    </details>
  );
}

/** Checks that found nothing, in a line each, with the first of what each rests on. */
export function Tried({ checks, evidence, most }: ChecksProps & { readonly most: number }) {
  const draw = (check: CheckReport) => {
    const { setUp, proof } = seen(check, evidence);
    const found = proof === undefined ? setUp : [...setUp, proof];
    return (
      <li>
        <Pill verdict={check.verdict} /> <code>{inertLine(check.name, 120)}</code>{' '}
        {inertLine(check.message, MOST_TEXT)}
        {found.length === 0 ? null : (
          <ul class="lines">
            {firstOf(
              found,
              MOST_LINES,
              (exchange) => (
                <li>
                  <Line exchange={exchange} />
                </li>
              ),
              (more) => `${counted(more, 'more exchange')} in evidence.har`,
            )}
          </ul>
        )}
      </li>
    );
  };
  return (
    <ul class="tried">
      {firstOf(checks, most, draw, (more) => `${counted(more, 'more check')} in report.json`)}
    </ul>
  );
}
