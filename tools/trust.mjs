// `npm run trust -- [--only GLOB]... [--seeds N] [--golden] [--curve]` judges the servers of the reference fleet with vitest.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const USAGE = `npm run trust -- [options]
  --only GLOB   judge only what these ids of faults, variants, requirements, checks or families concern (repeatable)
  --seeds N     judge with each seed from 1 to N (default 1)
  --golden      with seed 1, compare the verdicts with tools/trust/golden.json, and list the servers that differ
  --freeze      with seed 1, write the verdicts to tools/trust/golden.json
  --curve       measure the power curve: servers that get a share of their inputs wrong
A full, clean matrix updates TRUST.md, docs/faults.md, docs/classes.md, docs/checks.md, tools/trust/trust.json and
tools/trust/golden.json; the curve updates tools/trust/curve.json.`;

const MODES = ['golden', 'freeze', 'curve'];
let asked;
try {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true, default: [] },
      seeds: { type: 'string', default: '1' },
      ...Object.fromEntries(MODES.map((mode) => [mode, { type: 'boolean' }])),
    },
  });
  const { only, seeds } = values;
  asked = { only, seeds: Number(seeds), mode: MODES.find((one) => values[one]) ?? 'matrix' };
  if (!/^[1-9]\d{0,3}$/u.test(seeds)) throw new Error('--seeds must be a whole number from 1 to 9999.');
} catch (error) {
  console.error(`error: ${error.message}\n\n${USAGE}`);
  process.exit(2);
}

process.env.PETSTORE_TRUST = JSON.stringify(asked);
const { startVitest } = await import('vitest/node');
const vitest = await startVitest('test', [], {
  root: fileURLToPath(new URL('..', import.meta.url)),
  project: ['trust'],
  watch: false,
  passWithNoTests: true,
  reporters: ['./tools/trust/reporter.ts'],
});
await vitest.close();
