import type { Exchange } from '../../exchange.ts';
import { reproduced, sentLine } from '../../explain.ts';
import { counted, number } from '../../measures.ts';
import type { CheckReport } from '../../model.ts';
import { seen, type Story } from '../../story.ts';
import { inertLine } from '../../text.ts';
import { operations } from '../../words.ts';
import { factList, firstOf, MOST_TEXT, numberTable, pill } from '../page/parts.tsx';
import { exchangeLine, wire } from './exchange.tsx';

/** Checks that found nothing, exchanges in a line each for one of them, and other checks; what is more is counted. */
const MOST_TRIED = 12;
const MOST_LINES = 4;
const MOST_OTHERS = 8;

type Seen = Omit<Story, 'others'>;

/** What a check found: the difference, then the proof, what it is compared with, and the rest folded. */
export function finding(story: Seen) {
  const { check, proof, comparison, setUp, missing } = story;
  const again = reproduced(check);
  return (
    <section class="finding">
      {difference(story)}
      {again === undefined ? null : <p>{again}.</p>}
      <div class={comparison === undefined ? 'proofs' : 'proofs two'}>
        {shown('Proof', proof, check.places)}
        {shown('Compared with', comparison)}
      </div>
      {spreadTable(check)}
      {setUp.length === 0 ? null : (
        <details class="fold">
          <summary>{counted(setUp.length, 'related request')}</summary>
          {setUp.map((exchange) => (
            <details class="exchange">
              <summary>{exchangeLine(exchange)}</summary>
              {wire(exchange)}
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
function difference(story: Seen) {
  const { expected, actual } = story.check;
  if (expected === undefined && actual === undefined) return null;
  const sent = story.proof && <code>{inertLine(sentLine(story.proof), 900)}</code>;
  const facts = [
    ...(sent === undefined ? [] : [{ label: 'Sent', text: sent }]),
    { label: 'Expected', text: expected ?? 'not said', kind: 'expected' },
    { label: 'Received', text: actual ?? 'not said', kind: 'received' },
  ];
  return factList(facts, 'facts difference');
}

function shown(role: string, exchange: Exchange | undefined, places?: CheckReport['places']) {
  return exchange === undefined ? null : (
    <section class="proof">
      <h5>
        <strong>{role}</strong> {exchangeLine(exchange)}
      </h5>
      {wire(exchange, places)}
    </section>
  );
}

/** How many answers of the run show the same, by what was asked and what came. */
function spreadTable({ spread = [] }: CheckReport) {
  const all = spread.reduce((sum, { count }) => sum + count, 0);
  // The proof is one.
  if (all < 2) return null;
  const rows = spread.map(({ operation, status, count }) => [
    operations[operation],
    status === 0 ? 'no answer' : status,
    number(count),
  ]);
  const caption = `${counted(all, 'answer')} of the run show it`;
  return numberTable(['Operation', 'Status', 'Answers'], rows, caption);
}

/** The other checks that found something, folded. */
export function otherFindings(checks: readonly CheckReport[], evidence: readonly Exchange[]) {
  if (checks.length === 0) return null;
  const draw = (check: CheckReport) => (
    <li>
      <details class="exchange">
        <summary>
          <code>{inertLine(check.name, 120)}</code> {inertLine(check.message, 300)}
        </summary>
        {finding(seen(check, evidence))}
      </details>
    </li>
  );
  const rest = (more: number) => `${counted(more, 'more finding')} in report.json.`;
  return (
    <details class="fold">
      <summary>{counted(checks.length, 'more finding')}</summary>
      <ul>{firstOf(checks, MOST_OTHERS, draw, rest)}</ul>
    </details>
  );
}

/** Checks that found nothing, in a line each, with the first of what each rests on; the very first of it whole. */
export function triedList(checks: readonly CheckReport[], evidence: readonly Exchange[]) {
  const line = (exchange: Exchange) => <li>{exchangeLine(exchange)}</li>;
  const whole = (exchange: Exchange) => (
    <li>
      <details class="exchange">
        <summary>{exchangeLine(exchange)}</summary>
        {wire(exchange, [], false)}
      </details>
    </li>
  );
  const draw = (check: CheckReport) => {
    const { setUp, proof } = seen(check, evidence);
    const found = proof === undefined ? setUp : [...setUp, proof];
    return (
      <li>
        {pill(check.verdict)} <code>{inertLine(check.name, 120)}</code> {inertLine(check.message, MOST_TEXT)}
        {found.length === 0 ? null : (
          <ul class="lines">
            {found.slice(0, 1).map(whole)}
            {firstOf(
              found.slice(1),
              MOST_LINES - 1,
              line,
              (more) => `${counted(more, 'more exchange')} in evidence.har`,
            )}
          </ul>
        )}
      </li>
    );
  };
  const rest = (more: number) => `${counted(more, 'more check')} in report.json`;
  return <ul class="tried">{firstOf(checks, MOST_TRIED, draw, rest)}</ul>;
}
