import type { Exchange } from '../../exchange.ts';
import { reproducedText, requestLineWithBody, sequenceStepLines } from '../../explain.ts';
import { countWithNoun, formatCount } from '../../measures.ts';
import type { CheckReport } from '../../model.ts';
import { checkDetail, type CheckDetail, sortedByTime } from '../../failure-detail.ts';
import { safeLine } from '../../text.ts';
import { operationVerbs } from '../../words.ts';
import {
  factList,
  renderFirstItems,
  collapsedBlock,
  MAX_TEXT_CHARACTERS,
  numberTable,
  verdictPill,
} from '../page/parts.tsx';
import { curlBlock, exchangeLine, exchangeBlock } from './exchange.tsx';

/** Maximum number of passing checks, of exchanges of a passing check, and of other findings that are shown. */
const MOST_TRIED = 12;
const MOST_LINES = 4;
const MOST_OTHERS = 8;
/** Maximum number of exchanges of a finding that are shown in full: no sequence has this many. */
const MOST_RELATED = 50;

/** Renders a finding: expected and received, the proof, the compared exchange, and the rest collapsed. */
export function findingSection(detail: CheckDetail) {
  const { check, related, missing } = detail;
  const unlisted = related.length - MOST_RELATED;
  const shownRelated = [
    ...sortedByTime(related)
      .slice(0, MOST_RELATED)
      .map((exchange) => collapsedBlock(exchangeLine(exchange), exchangeBlock(exchange), 'exchange')),
    unlisted > 0 && <p class="more">{countWithNoun(unlisted, 'more exchange')} in evidence.har</p>,
  ];
  return (
    <section class="finding">
      {evidenceBlock(detail)}
      {spreadTable(check)}
      {related.length > 0 &&
        collapsedBlock(countWithNoun(related.length, 'related request'), shownRelated, 'fold')}
      {missing.length > 0 && (
        <p class="more">
          {countWithNoun(missing.length, 'exchange')} named here cannot be found in the evidence.
        </p>
      )}
    </section>
  );
}

/** Renders expected and received values, the steps, the proof, and the exchange that it is compared with. */
export function evidenceBlock({ check, proof, comparison }: CheckDetail) {
  const steps = sequenceStepLines(check).map((step) => <li>{safeLine(step, MAX_TEXT_CHARACTERS)}</li>);
  return (
    <>
      {difference(check, proof)}
      {steps.length > 0 && <ol>{steps}</ol>}
      <div class={comparison === undefined ? 'proofs' : 'proofs two'}>
        {shown(check.verdict === 'inconclusive' ? 'Sent' : 'Proof', proof, check)}
        {shown('Compared with', comparison)}
      </div>
    </>
  );
}

function difference({ expected, actual }: CheckReport, proof: Exchange | undefined) {
  if (expected === undefined && actual === undefined) return null;
  const facts = [
    { label: 'Sent', text: proof && <code>{safeLine(requestLineWithBody(proof), 900)}</code> },
    { label: 'Expected', text: expected ?? 'not said', kind: 'expected' },
    { label: 'Received', text: actual ?? 'not said', kind: 'received' },
  ];
  return factList(facts, 'facts difference');
}

function shown(role: string, exchange: Exchange | undefined, check?: CheckReport) {
  const again = check && reproducedText(check);
  return (
    exchange && (
      <section class="proof">
        <p>
          <strong>{role}</strong> {exchangeLine(exchange)}
          {again && <span class="came">{`. ${again}`}</span>}
        </p>
        {exchangeBlock(exchange, check?.places)}
        {curlBlock(exchange)}
      </section>
    )
  );
}

/** Renders how many responses of the run show a failure, by operation and status. */
function spreadTable({ spread = [] }: CheckReport) {
  // If all these responses are of one kind, the proof is one of them, and a table adds nothing.
  if (spread.length < 2) return null;
  const all = spread.reduce((sum, { count }) => sum + count, 0);
  const rows = spread.map(({ operation, status, count }) => [
    operationVerbs[operation],
    status === 0 ? 'no answer' : status,
    formatCount(count),
  ]);
  const caption = `${countWithNoun(all, 'answer')} of the run show it`;
  return numberTable(['Operation', 'Status', 'Answers'], rows, caption);
}

export function otherFindingsBlock(checks: readonly CheckReport[], evidence: readonly Exchange[]) {
  if (checks.length === 0) return null;
  const draw = (check: CheckReport) => {
    const line = [<code>{safeLine(check.name, 120)}</code>, ` ${safeLine(check.message, 300)}`];
    return <li>{collapsedBlock(line, findingSection(checkDetail(check, evidence)), 'exchange')}</li>;
  };
  const rest = (more: number) => `${countWithNoun(more, 'more finding')} in report.json.`;
  return collapsedBlock(
    countWithNoun(checks.length, 'more finding'),
    <ul>{renderFirstItems(checks, MOST_OTHERS, draw, rest)}</ul>,
    'fold',
  );
}

/** Renders checks without findings, one per line, with their first exchanges. */
export function checksWithoutFindingsList(checks: readonly CheckReport[], evidence: readonly Exchange[]) {
  const line = (exchange: Exchange) => <li>{exchangeLine(exchange)}</li>;
  const unlisted = (more: number) => `${countWithNoun(more, 'more exchange')} in report.json`;
  const draw = (check: CheckReport) => {
    const { related, proof } = checkDetail(check, evidence);
    const exchanges = [...related, ...(proof === undefined ? [] : [proof])];
    return (
      <li>
        {verdictPill(check.verdict)} <code>{safeLine(check.name, 120)}</code>{' '}
        {safeLine(check.message, MAX_TEXT_CHARACTERS)}
        {exchanges.length > 0 && (
          <ul class="lines">{renderFirstItems(exchanges, MOST_LINES, line, unlisted)}</ul>
        )}
      </li>
    );
  };
  const rest = (more: number) => `${countWithNoun(more, 'more check')} in report.json`;
  return <ul class="tried">{renderFirstItems(checks, MOST_TRIED, draw, rest)}</ul>;
}
