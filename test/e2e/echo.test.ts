import { expect, test } from 'vitest';
import { formatNames, formats } from '../../reports/formats.ts';
import { githubAnnotations } from '../../reports/render/github.ts';
import { renderSummary } from '../../reports/render/terminal/summary.ts';
import { requirements } from '../../requirements/index.ts';
import type { Operation } from '../../reports/exchange.ts';
import { type Check, selectChecks, selectedIds } from '../../src/engine/plan/index.ts';
import { checks } from '../../suites/index.ts';
import type { Config } from '../../src/config/types.ts';
import { echoing, operationOf, PLACES } from './echo.ts';
import { expectNoLeak, SHAPES } from './leaks.ts';
import { runWith } from './runs.ts';

const KEY = 'sk-live-4Qz7Wm2RtY9pLx';

/** Everything that a run writes and shows, by name. */
async function written(
  config: Partial<Config>,
  operation: Operation,
): Promise<readonly (readonly [name: string, text: string])[]> {
  const { report, evidence } = await runWith(config, { checks: checksOf(operation, config.only ?? []) });
  expect(evidence.filter((one) => one.operation === operation).length).toBeGreaterThan(10);
  const files = await Promise.all(
    formatNames.map(async (name) => {
      const drawn = (await formats[name].load())(report, evidence);
      return [name, typeof drawn === 'string' ? drawn : [...drawn].join('')] as const;
    }),
  );
  const screen = [
    renderSummary(report, evidence, { columns: 100, colour: false }),
    ...githubAnnotations(report),
  ];
  return [...files, ['screen', screen.join('\n')]];
}

/** What is judged by the form of every answer, whatever was asked. */
const FORMS = ['media.json', 'error.*', 'messages.media'];

/** What else judges the answers of each operation. */
const ONLY = {
  list: ['list.*', 'auth.challenge'],
  create: ['create.success', 'create.echo', 'create.id.*', 'create.int64', 'create.status.*'],
  get: ['get.*', 'list.agrees'],
  message: requirements.map(({ id }) => id).filter((id) => id.startsWith('messages.') && !FORMS.includes(id)),
} as const satisfies Record<Operation, readonly string[]>;

/** The checks of what is judged, of those that judge forms without what asks for other operations, but with the keys. */
function checksOf(operation: Operation, only: readonly string[]): readonly Check[] {
  const folder = operation === 'message' ? 'messages/' : `${operation}/`;
  const forms = checks.filter(({ id }) =>
    [folder, 'auth/', 'interface/'].some((area) => id.startsWith(area)),
  );
  const isOfForms = only.some((id) => FORMS.includes(id));
  return selectChecks(isOfForms ? forms : checks, selectedIds(only));
}

/** What a header and a reason phrase can carry. */
const SENT = SHAPES.map((shape) => shape(KEY)).join(' ');

test.each(
  Object.entries(PLACES).flatMap(([operation, places]) =>
    places.map((place) => [operation as Operation, place.name, place] as const),
  ),
)('%s throws the key back as %s, and nothing shows it', async (operation, _, place) => {
  const target = await echoing(KEY, (answer, incoming) => {
    if (operationOf(incoming) === operation) place.put(answer, SENT);
  });
  const config = {
    baseUrl: target.baseUrl,
    apiKey: KEY,
    messages: { url: target.messagesUrl, apiKey: KEY },
    only: [...ONLY[operation], ...(place.form ? FORMS : [])],
    concurrency: 32,
    runs: 1,
    maxCreated: 30,
  };
  for (const [name, text] of await written(config, operation)) expectNoLeak(name, text, KEY);
});

test('a key that stands in ordinary text is taken out as a whole value only, which the report says', async () => {
  const target = await echoing('available', (answer) => void (answer.headers['x-echo'] = 'available'));
  const asked = { apiKey: 'available', messages: null, only: ['list.success'] };
  const { report, evidence, row } = await runWith({
    baseUrl: target.baseUrl,
    ...asked,
    header: [['X-Gateway', 'gw-1']],
  });
  const note = /^The API key and the value of the header X-Gateway are shorter than 8 characters/u;
  expect(report.notes).toEqual([expect.stringMatching(note)]);
  expect(row('list.success')?.verdict).toBe('pass');
  expect(evidence[0]?.response?.headers).toContainEqual(['x-echo', '[redacted]']);
  expect(evidence[0]?.response?.body).not.toContain('"available"');
  expect(renderSummary(report, evidence, { columns: 100, colour: false })).toContain(
    'The API key and the value',
  );
});
