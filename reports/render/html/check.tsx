import type { Exchange } from '../../../src/client/types.ts';
import type { CheckReport } from '../../model.ts';
import { Line, Wire } from './exchange.tsx';
import { Mark } from './icons.tsx';
import { inertLine, visible } from '../../text.ts';
import { counted } from '../../measures.ts';
import { verdicts } from '../../words.ts';

/** Exchanges shown whole, and in a line each, for one check; the others are counted. */
const MOST_WIRES = 4;
const MOST_LINES = 4;
const OPEN_WIRES = 2;
const MOST_TEXT = 1000;
const MOST_INPUT = 2000;

export type Evidence = ReadonlyMap<string, Exchange>;

/** A check that found something: what was expected and what came, the input, and the exchanges. */
export function Finding({ check, evidence }: { readonly check: CheckReport; readonly evidence: Evidence }) {
  const found = check.exchanges.flatMap((id) => evidence.get(id) ?? []);
  const missing = check.exchanges.length - found.length;
  return (
    <section class="finding">
      <h5>
        <Verdict check={check} /> <code>{inertLine(check.name, 120)}</code>
      </h5>
      <p>{inertLine(check.message, MOST_TEXT)}</p>
      {check.expected === undefined && check.actual === undefined ? null : (
        <dl class="versus">
          <div>
            <dt>Expected</dt>
            <dd>{inertLine(check.expected ?? 'not said', MOST_TEXT)}</dd>
          </div>
          <div class="actual">
            <dt>Actual</dt>
            <dd>{inertLine(check.actual ?? 'not said', MOST_TEXT)}</dd>
          </div>
        </dl>
      )}
      {check.counterexample === undefined ? null : (
        <figure>
          <figcaption>The smallest input that shows it</figcaption>
          <pre>{input(check.counterexample)}</pre>
        </figure>
      )}
      {check.reproduced === undefined ? null : <p class="steady">{reproduced(check.reproduced)}</p>}
      {found.slice(0, MOST_WIRES).map((exchange, index) => (
        <Wire exchange={exchange} check={check} open={index < OPEN_WIRES && check.verdict === 'fail'} />
      ))}
      {found.length > MOST_WIRES ? (
        <p class="more">{counted(found.length - MOST_WIRES, 'more exchange')} in evidence.har.</p>
      ) : null}
      {missing > 0 ? (
        <p class="more">{counted(missing, 'exchange')} named here cannot be found in the evidence.</p>
      ) : null}
    </section>
  );
}

/** A check that found nothing, in a line, with the first of what it rests on. */
export function Tried({ check, evidence }: { readonly check: CheckReport; readonly evidence: Evidence }) {
  const found = check.exchanges.flatMap((id) => evidence.get(id) ?? []);
  return (
    <li>
      <Verdict check={check} /> <code>{inertLine(check.name, 120)}</code>{' '}
      {inertLine(check.message, MOST_TEXT)}
      {found.length === 0 ? null : (
        <ul class="lines">
          {found.slice(0, MOST_LINES).map((exchange) => (
            <li>
              <Line exchange={exchange} />
            </li>
          ))}
          {found.length > MOST_LINES ? (
            <li class="more">{counted(found.length - MOST_LINES, 'more exchange')} in evidence.har</li>
          ) : null}
        </ul>
      )}
    </li>
  );
}

function Verdict({ check }: { readonly check: CheckReport }) {
  return (
    <span class={`verdict v-${check.verdict}`}>
      <Mark verdict={check.verdict} /> {verdicts[check.verdict].word}
    </span>
  );
}

function reproduced({ times, of }: { readonly times: number; readonly of: number }): string {
  if (of === 0) return 'It was not put to the target a second time.';
  const often = `Put to the target again on its own, it failed ${times} of ${counted(of, 'time')}.`;
  return times === of ? often : `${often} It is not steady.`;
}

/** The input as JSON, its control characters visible, cut with its length said. */
function input(value: unknown): string {
  const json =
    JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part), 2) ?? '';
  const shown = visible(json.slice(0, MOST_INPUT));
  return json.length <= MOST_INPUT
    ? shown
    : `${shown}\n[${json.length - MOST_INPUT} of ${json.length} characters left out]`;
}
