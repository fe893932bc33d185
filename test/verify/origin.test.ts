import { expect, test } from 'vitest';
import { judgedRun, verified, type Ran } from './folders.ts';
import { changed } from './forge.ts';

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
  const real = await judgedRun({ only: ['list.limit.default', 'auth.missing'] });
  expect(await verified(real)).toMatchObject({ disagreements: [] });
  const { disagreements } = await verified(asOnesOwn(real));
  expect(disagreements).toContainEqual({
    kind: 'evidence',
    where: 'target',
    message: "is not the kit's own reference server, but that server sent the answers",
  });
});

test.each(['Pets\u202e1', 'Pets\u001b[2J', 'Pets\n1'])('no product is called %j', async (name) => {
  const real = await judgedRun({ only: ['version.prefix'] });
  const { disagreements } = await verified(real, changed({ product: { name } })(real));
  expect(disagreements.map(({ kind, where }) => [kind, where])).toContainEqual(['schema', 'report.json']);
});
