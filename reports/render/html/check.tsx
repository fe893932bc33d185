import type { Exchange } from '../../exchange.ts';
import { reproduced } from '../../explain.ts';
import { counted, number } from '../../measures.ts';
import type { CheckReport } from '../../model.ts';
import { requestLine } from '../../rows.ts';
import { seen, tellingInput, type Story } from '../../story.ts';
import { inertLine, jsonLine } from '../../text.ts';
import { operations, verdicts } from '../../words.ts';
import { Line, Wire } from './exchange.tsx';
import { Mark } from './icons.tsx';

/** Exchanges in a line each, for one check, and other checks; what is more is counted. */
const MOST_LINES = 4;
const MOST_OTHERS = 8;
const MOST_TEXT = 1000;

/** What a check found: the difference, then the proof, what it is compared with beside it, and the rest folded. */
export function Finding({
  story,
  others,
}: {
  readonly story: Omit<Story, 'others'>;
  readonly others?: boolean;
}) {
  const { check, proof, comparison, setUp, missing } = story;
  const again = reproduced(check);
  return (
    <section class={others === true ? 'finding other' : 'finding'}>
      <Difference story={story} />
      {again === undefined ? null : (
        <p class="steady">
          {again.charAt(0).toUpperCase()}
          {again.slice(1)}.
        </p>
      )}
      <div class={comparison === undefined ? 'proofs' : 'proofs two'}>
        {proof === undefined ? null : (
          <section class="proof">
            <h5>
              <span class="role">Proof</span> <Line exchange={proof} />
            </h5>
            <Wire exchange={proof} places={check.places ?? []} />
          </section>
        )}
        {comparison === undefined ? null : (
          <section class="proof">
            <h5>
              <span class="role">Compared with</span> <Line exchange={comparison} />
            </h5>
            <Wire exchange={comparison} />
          </section>
        )}
      </div>
      <SpreadTable check={check} />
      <SetUp exchanges={setUp} />
      {missing.length === 0 ? null : (
        <p class="more">{counted(missing.length, 'exchange')} named here cannot be found in the evidence.</p>
      )}
    </section>
  );
}

/** What was sent, what the document asks for, and what came: as a difference. */
function Difference({ story }: { readonly story: Omit<Story, 'others'> }) {
  const { check, proof } = story;
  const input = tellingInput(story);
  if (check.expected === undefined && check.actual === undefined) return null;
  return (
    <dl class="difference">
      {proof === undefined ? null : (
        <div>
          <dt>Sent</dt>
          <dd>
            <code>{inertLine(requestLine(proof), 300)}</code>
            {input === undefined ? null : <code class="input">{inertLine(jsonLine(input), 600)}</code>}
          </dd>
        </div>
      )}
      <div class="expected">
        <dt>Expected</dt>
        <dd>{inertLine(check.expected ?? 'not said', MOST_TEXT)}</dd>
      </div>
      <div class="received">
        <dt>Received</dt>
        <dd>{inertLine(check.actual ?? 'not said', MOST_TEXT)}</dd>
      </div>
    </dl>
  );
}

/** How many answers of the run show the same, by what was asked and what came. */
function SpreadTable({ check: { spread = [] } }: { readonly check: CheckReport }) {
  if (spread.length === 0) return null;
  const all = spread.reduce((sum, { count }) => sum + count, 0);
  return (
    <table class="spread">
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

function SetUp({ exchanges }: { readonly exchanges: readonly Exchange[] }) {
  if (exchanges.length === 0) return null;
  return (
    <details class="fold">
      <summary>{counted(exchanges.length, 'exchange')} before it, and more like it</summary>
      {exchanges.map((exchange) => (
        <details class="exchange">
          <summary>
            <Line exchange={exchange} />
          </summary>
          <Wire exchange={exchange} />
        </details>
      ))}
    </details>
  );
}

/** The other checks that found something, folded. */
export function Others({
  checks,
  evidence,
}: {
  readonly checks: readonly CheckReport[];
  readonly evidence: readonly Exchange[];
}) {
  if (checks.length === 0) return null;
  return (
    <details class="fold">
      <summary>{counted(checks.length, 'more finding')}</summary>
      {checks.slice(0, MOST_OTHERS).map((check) => (
        <details class="exchange">
          <summary>
            <code>{inertLine(check.name, 120)}</code> {inertLine(check.message, 300)}
          </summary>
          <Finding story={seen(check, evidence)} others />
        </details>
      ))}
      {checks.length > MOST_OTHERS ? (
        <p class="more">{counted(checks.length - MOST_OTHERS, 'more finding')} in report.json.</p>
      ) : null}
    </details>
  );
}

/** A check that found nothing, in a line, with the first of what it rests on. */
export function Tried({
  check,
  evidence,
}: {
  readonly check: CheckReport;
  readonly evidence: readonly Exchange[];
}) {
  const { setUp, proof } = seen(check, evidence);
  const found = proof === undefined ? setUp : [...setUp, proof];
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
