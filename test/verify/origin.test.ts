import { expect, test } from 'vitest';
import type { Report } from '../../reports/model.ts';
import { jsonText } from '../../reports/text.ts';
import { judge } from '../../src/judge.ts';
import { verified, type Ran } from './folders.ts';

const OURS = 'https://pets.acme.example';

/** The embedded server's run, in the name of somebody's own server: told in each place alike. */
function asOnesOwn({ report, evidence }: Ran): Ran {
  const { origin } = new URL(report.target.baseUrl);
  const text = JSON.stringify({ report, evidence }).replaceAll(origin, OURS);
  const { report: told, ...rest } = JSON.parse(text) as Ran;
  const { embedded: _, ...others } = told.settings;
  const settings = { ...others, baseUrl: `${OURS}/v1`, apiKey: '${PETSTORE_API_KEY}' };
  return { ...rest, report: { ...told, target: { ...told.target, embedded: false }, settings } };
}

test('the run of the embedded server is nobody else’s', async () => {
  const { report, evidence } = await judge({ only: ['list.limit.default', 'auth.missing'] });
  const real = { report: JSON.parse(jsonText(report)) as Report, evidence };
  expect(await verified(real)).toMatchObject({ disagreements: [] });
  const { disagreements } = await verified(asOnesOwn(real));
  expect(disagreements).toContainEqual({
    kind: 'evidence',
    where: 'target',
    message: "is not the kit's own reference server, and the answers are",
  });
});

test.each(['Pets\u202e1', 'Pets\u001b[2J', 'Pets\n1'])('no product is called %j', async (name) => {
  const { report, evidence } = await judge({ only: ['version.prefix'] });
  const real = { report: JSON.parse(jsonText({ ...report, product: { name } })) as Report, evidence };
  const { disagreements } = await verified(real);
  expect(disagreements.map(({ kind, where }) => [kind, where])).toContainEqual(['schema', 'report.json']);
});
