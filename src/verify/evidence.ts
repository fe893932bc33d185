import { unansweredIn } from '../client/attempt.ts';
import type { Report, RequirementReport } from '../../reports/model.ts';
import { renderHar } from '../../reports/render/har.ts';
import type { Exchange } from '../client/types.ts';
import { unless, type Disagreement } from './disagreement.ts';

/** Milliseconds by which the clock of a machine may be set back or forth while a run goes on. */
const CLOCK_MS = 1000;

/** What does not hold together in the evidence of a report, and between the two. */
export function evidenceDisagreements(
  report: Report,
  evidence: readonly Exchange[],
  har: string,
): readonly Disagreement[] {
  return [
    ...drawnAgain(report, evidence, har),
    ...sequence(report, evidence),
    ...ends(report, evidence),
    ...repetitions(evidence),
    ...addresses(report, evidence),
    ...traffic(report, evidence),
    ...animals(report, evidence),
    ...proofs(report, evidence),
  ];
}

/** Much of an entry says again what stands elsewhere in it. */
function drawnAgain(report: Report, evidence: readonly Exchange[], har: string): readonly Disagreement[] {
  const message =
    'is not what this kit writes of its own exchanges: something was taken out, added or changed';
  return unless(renderHar(report, evidence) === har, 'evidence', 'evidence.har', message);
}

/** Numbered without a gap in the order of sending, within the time of the run. */
function sequence(report: Report, evidence: readonly Exchange[]): readonly Disagreement[] {
  const from = Date.parse(report.startedAt) - CLOCK_MS;
  const to = Date.parse(report.finishedAt) + CLOCK_MS;
  let before = from;
  let moment = 0;
  return evidence.flatMap(
    ({ id, startedAt, sentAt: since = moment, durationMs, attempt, response, failure }, at) => {
      const sentAt = Date.parse(startedAt);
      const late = sentAt + CLOCK_MS < before;
      before = Math.max(before, sentAt);
      const backwards = since < moment;
      moment = Math.max(moment, since);
      const expected = `x${String(at + 1)}`;
      return [
        // A run that was cut off leaves out what it never sent.
        ...unless(
          id === expected || report.aborted !== undefined,
          'evidence',
          id,
          `stands where ${expected} belongs: an exchange is missing, or in another place`,
        ),
        ...unless(!backwards, 'date', id, 'has a time of sending before that of the exchange ahead of it'),
        ...unless(!late, 'date', id, 'was sent before the exchange ahead of it'),
        ...unless(
          sentAt >= from && sentAt + durationMs <= to,
          'date',
          id,
          'was not sent within the time of the run',
        ),
        ...unless(attempt >= 1, 'evidence', id, `is attempt ${String(attempt)}`),
        ...unless(
          (response === null) !== (failure === null),
          'evidence',
          id,
          'has to have either an answer or a reason why there is none',
        ),
      ];
    },
  );
}

/** Each came to its end as another one of the run: the first, the second, up to the last. */
function ends({ aborted }: Report, evidence: readonly Exchange[]): readonly Disagreement[] {
  const taken = new Set<number>();
  return evidence.flatMap(({ id, ended }) => {
    // Older evidence does not say it.
    if (ended === undefined) return [];
    const free = !taken.has(ended);
    taken.add(ended);
    // What was under way when a run was cut off may be missing.
    return unless(
      free && ended >= 1 && (ended <= evidence.length || aborted !== undefined),
      'evidence',
      id,
      `cannot have been number ${String(ended)} of the run to come to its end`,
    );
  });
}

/** What is tried again is the same request, and was tried before. */
function repetitions(evidence: readonly Exchange[]): readonly Disagreement[] {
  const known = new Map(evidence.map((one) => [one.id, one]));
  return evidence.flatMap(({ id, check, attempt, repeats, request }) => {
    const before = repeats === undefined ? undefined : known.get(repeats);
    const follows =
      before !== undefined &&
      before.attempt === attempt - 1 &&
      before.check === check &&
      before.request.url === request.url &&
      before.request.body === request.body;
    // Older evidence does not say what is repeated.
    return unless(
      repeats === undefined || follows,
      'evidence',
      id,
      `is attempt ${String(attempt)}, and repeats ${String(repeats)}, which is no attempt of the same before it`,
    );
  });
}

function addresses({ target, scope }: Report, evidence: readonly Exchange[]): readonly Disagreement[] {
  return evidence.flatMap(({ id, operation, request }) => {
    const home = operation === 'message' ? target.messagesUrl : `${target.baseUrl}/pets`;
    const rest = home !== null && request.url.startsWith(home) ? request.url.slice(home.length) : undefined;
    return [
      ...unless(
        rest !== undefined && /^(?:$|[/?])/u.test(rest),
        'evidence',
        id,
        `went to ${request.url}, which is not an address of the target`,
      ),
      ...unless(
        request.method === (operation === 'list' || operation === 'get' ? 'GET' : 'POST'),
        'evidence',
        id,
        `is a ${operation} sent as ${request.method}`,
      ),
      ...unless(!scope.readOnly || request.method === 'GET', 'scope', id, 'was sent in a read-only run'),
    ];
  });
}

function traffic(report: Report, evidence: readonly Exchange[]): readonly Disagreement[] {
  // What was under way when a run was cut off is counted otherwise.
  if (report.aborted !== undefined) return [];
  const found = {
    requests: evidence.length,
    retried: evidence.filter(({ attempt }) => attempt > 1).length,
    // Absent in older reports.
    unanswered: report.traffic.unanswered === undefined ? undefined : unansweredIn(evidence),
  };
  // Which of the lost ones count hangs on what came after: to go through the run again tells exactly.
  const least = evidence.filter(isStored).length;
  const most = evidence.filter(mayBeStored).length;
  const { created } = report.traffic;
  return [
    ...(['requests', 'retried', 'unanswered'] as const).flatMap((name) =>
      unless(
        report.traffic[name] === found[name],
        'traffic',
        `traffic.${name}`,
        `is ${String(report.traffic[name])}, and the evidence shows ${String(found[name])}`,
      ),
    ),
    ...unless(
      created >= least && created <= most,
      'traffic',
      'traffic.created',
      `is ${String(created)}, and the evidence shows ${String(least)}${most === least ? '' : ` to ${String(most)}`}`,
    ),
  ];
}

/** Whether a request was answered as one that stored an animal. */
function isStored({ operation, response }: Exchange): boolean {
  return operation === 'create' && response !== null && response.status >= 200 && response.status < 300;
}

/** Whether a request stored an animal, or may have: a 4xx and a 503 say that it did not, and so does one never sent. */
function mayBeStored({ operation, response, failure }: Exchange): boolean {
  if (operation !== 'create') return false;
  if (response === null) return failure?.unsent !== true;
  return response.status < 400 || (response.status > 499 && response.status !== 503);
}

/** Each animal that the report lists was answered with a 2xx that shows its id. */
function animals({ created }: Report, evidence: readonly Exchange[]): readonly Disagreement[] {
  const answers = evidence.flatMap(({ operation, request, response }) =>
    operation === 'create' && response !== null && response.status >= 200 && response.status < 300
      ? [`${request.body ?? ''}\n${response.body}`]
      : [],
  );
  return created.flatMap(({ id }) =>
    unless(
      answers.some((text) => text.includes(id)),
      'evidence',
      `created ${id}`,
      'stands in no answer of the evidence',
    ),
  );
}

/** Every exchange that a finding names is there, and every pass and failure names one. */
function proofs({ requirements }: Report, evidence: readonly Exchange[]): readonly Disagreement[] {
  const known = new Set(evidence.map(({ id }) => id));
  return requirements.flatMap((row) =>
    row.checks.flatMap((check) => {
      const named = [check.proof, check.comparison, ...check.exchanges].filter((id) => id !== undefined);
      return [
        ...named
          .filter((id) => !known.has(id))
          .flatMap((id) => unless(false, 'evidence', row.id, `rests on ${id}, which is not in the evidence`)),
        ...unless(
          check.exchanges.length > 0 || !needsProof(row, check.verdict),
          'evidence',
          row.id,
          `has a ${check.verdict} by ${check.name} that names no exchange`,
        ),
      ];
    }),
  );
}

function needsProof({ id }: RequirementReport, verdict: string): boolean {
  // It is read off the base address.
  return id !== 'version.prefix' && ['pass', 'fail', 'warn', 'waived'].includes(verdict);
}
