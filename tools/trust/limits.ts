import type { Matrix } from './matrix.ts';

/** The seeds of the matrix that is written down. */
export const SEEDS = 20;
/** What a standard run on the embedded server may take at most, the first time and on a target that it has filled. */
export const LIMITS = { requests: 400, created: 140, createdAgain: 40 };

/** Everything that keeps a matrix from being clean, a sentence each. */
export function flaws({ faults, variants, cost, crashes }: Matrix): readonly string[] {
  const where = (by: readonly { readonly seed: number }[]): string =>
    `with seed ${by.map(({ seed }) => seed).join(', ')}`;
  const ids = (by: readonly { readonly ids: object }[]): string =>
    [...new Set(by.flatMap((one) => Object.keys(one.ids)))].join(', ');
  return [
    ...faults
      .filter(({ escapes }) => escapes.length > 0)
      .map(({ id, escapes }) => `${id} escapes ${where(escapes)}: ${ids(escapes)} was not found broken`),
    ...faults
      .filter(({ blamed }) => blamed.length > 0)
      .map(({ id, blamed }) => `${id} is blamed on ${ids(blamed)} ${where(blamed)}`),
    ...variants
      .filter(({ alarms }) => alarms.length > 0)
      .map(({ id, alarms }) => `${id} gets a false alarm of ${ids(alarms)} ${where(alarms)}`),
    ...variants
      .filter(({ warnings }) => warnings.length > 0)
      .map(({ id, warnings }) => `${id} gets an unexpected warning of ${ids(warnings)} ${where(warnings)}`),
    ...overruns(cost),
    ...crashes.map((crash) => `the kit itself failed: ${crash}`),
  ];
}

/** What a matrix shows that is worth a look, and wrong in nothing, a sentence each. */
export function notes({ checks }: Matrix): readonly string[] {
  return checks
    .filter(({ guards }) => guards === null)
    .map(({ id }) => `no fault needs the check ${id}: each is found without it too`);
}

function overruns(cost: Matrix['cost']): readonly string[] {
  if (cost === undefined) return [];
  const bounds = [
    [cost.first.requests, LIMITS.requests, 'requests on the embedded server'],
    [cost.first.created, LIMITS.created, 'creates on the embedded server'],
    [cost.again.created, LIMITS.createdAgain, 'creates on a target that it has filled before'],
  ] as const;
  return bounds
    .filter(([took, limit]) => took > limit)
    .map(([took, limit, what]) => `the standard run takes ${took} ${what}, more than ${limit}`);
}
