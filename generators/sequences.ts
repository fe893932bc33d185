import * as fc from 'fast-check';

/**
 * Kinds of requests in a sequence, simplest first: `plain` is a list without parameters, `unmarked` a create without a status,
 * `filtered` a list with a status, `next` a GET of the id that may be assigned next, `faulty` an invalid create, `empty` a
 * create without a body, `stranger` a request without a valid key.
 */
const KINDS = [
  'plain',
  'list',
  'get',
  'unmarked',
  'create',
  'filtered',
  'unknown',
  'next',
  'faulty',
  'empty',
  'stranger',
] as const;
export type StepKind = (typeof KINDS)[number];

/** One request of a sequence; each kind reads only the members that it needs. */
export interface SequenceStep {
  readonly kind: StepKind;
  /** Status of the animal to create, or filter of a list. */
  readonly status: 'available' | 'pending' | 'sold' | null;
  /** The `limit` parameter of a list; null for none. */
  readonly limit: number | null;
  /** Selects which animal, invalid body, or key and operation the request uses. */
  readonly variant: number;
  /** True if the connection is closed after this request, so that the next one uses a new connection. */
  readonly closes: boolean;
  /** True if the next request is sent at the same time. */
  readonly concurrent: boolean;
}

/** Adjacent requests in every sequence: an error or a filter must not affect the next response. */
const GROUPS: readonly (readonly StepKind[])[] = [
  ['faulty', 'list'],
  ['faulty', 'create'],
  ['faulty', 'get'],
  ['stranger', 'list'],
  ['stranger', 'create', 'filtered'],
  ['stranger', 'get'],
  ['unknown', 'list'],
  ['filtered', 'list'],
  ['plain', 'unmarked', 'empty', 'plain'],
  ['list'],
  ['get'],
];
/** Each sequence asks for the next id early, and ends with a GET of an animal, which by then may have that id. */
const FIRST: StepKind = 'next';
const LAST: StepKind = 'get';
/** The `next` step is inserted at this index of the sequence or before. */
const EARLY = 1;

/** For the step behind it: the variant of a `stranger` that asks for the same operation, two with a wrong token and one without. */
const STRANGERS: Partial<Record<StepKind, number>> = { list: 3, create: 1, get: 2 };
const STEPS = GROUPS.flat().length + 2;

const common = {
  status: fc.constantFrom(null, 'available' as const, 'pending' as const, 'sold' as const),
  variant: fc.nat({ max: 11 }),
  closes: fc.constantFrom(false, false, false, true),
  concurrent: fc.constantFrom(false, false, true),
};
/** `wide` is a limit above the number of animals in the sequence, so that a list shows if an animal is missing. */
const details = fc.record({ ...common, wide: fc.integer({ min: 60, max: 99 }) });

/** Generates any single step, to shrink a failing sequence; the simplest is sent alone, without a status and a limit. */
export const anyStep: fc.Arbitrary<SequenceStep> = fc.record({
  kind: fc.constantFrom(...KINDS),
  ...common,
  limit: fc.option(fc.integer({ min: 1, max: 100 })),
});

/** Position of a step in its group: `leads` if the next step must follow on the same connection, `led` if it follows so. */
interface Place {
  readonly kind: StepKind;
  readonly leads: boolean;
  readonly led: boolean;
}

const order: fc.Arbitrary<readonly Place[]> = fc
  .tuple(fc.shuffledSubarray([...GROUPS], { minLength: GROUPS.length }), fc.nat({ max: EARLY }))
  .map(([shuffled, early]) =>
    [...shuffled.toSpliced(early, 0, [FIRST]), [LAST]].flatMap((group) =>
      group.map((kind, at) => ({ kind, leads: at < group.length - 1, led: at > 0 })),
    ),
  );

/** Sequences of every kind and group of requests, a fixed number of each, shuffled; the first list with a limit has 100. */
export const stepSequences: fc.Arbitrary<readonly SequenceStep[]> = fc
  .tuple(order, fc.array(details, { minLength: STEPS, maxLength: STEPS }))
  .map(([places, some]) => {
    let lists = 0;
    return places.map(({ kind, leads, led }, at): SequenceStep => {
      const {
        status = null,
        closes = false,
        concurrent = false,
        wide = 100,
        variant: drawn = 0,
      } = some[at] ?? {};
      const next = places[at + 1]?.kind;
      const variant = (kind === 'stranger' && next !== undefined ? STRANGERS[next] : undefined) ?? drawn;
      const isList = kind === 'list' || kind === 'filtered';
      const isBare = kind === 'list' && !led;
      const limit = isList && !isBare ? (lists++ === 0 ? 100 : wide) : null;
      // A leading step must not be sent together with another step, so that it and the next step use the same connection.
      const alone = leads || places[at + 1]?.leads === true || [kind, next].includes(FIRST);
      return { kind, status, limit, variant, closes: closes && !leads, concurrent: concurrent && !alone };
    });
  });
