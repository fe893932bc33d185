import * as fc from 'fast-check';

/**
 * What a step of a walk asks for, the simplest first: `filtered` is a list with a status, `next` a get of the id that may
 * come next, and `stranger` a request without a valid key.
 */
const KINDS = ['list', 'get', 'create', 'filtered', 'unknown', 'next', 'faulty', 'stranger'] as const;
export type StepKind = (typeof KINDS)[number];

/** One request of a walk: plain data, of which each kind of step reads what it needs. */
export interface SequenceStep {
  readonly kind: StepKind;
  /** Of a create, and of a filtered list. */
  readonly status: 'available' | 'pending' | 'sold' | null;
  /** Of a list; null sends none. */
  readonly limit: number | null;
  /** Which animal of those that could be got, which faulty body, which key and operation. */
  readonly variant: number;
  /** Whether its connection is closed behind it, so that the next step comes on another one. */
  readonly closes: boolean;
  /** Whether the next step goes out at the same moment. */
  readonly concurrent: boolean;
}

/** What follows what in every walk: no error may leave a trace in the next answer, and no question in the next one. */
const PAIRS: readonly (readonly [before: StepKind, after: StepKind])[] = [
  ['faulty', 'list'],
  ['faulty', 'create'],
  ['faulty', 'get'],
  ['stranger', 'list'],
  ['stranger', 'create'],
  ['stranger', 'get'],
  ['unknown', 'list'],
  ['filtered', 'list'],
  ['create', 'filtered'],
];
const ALONE: readonly StepKind[] = ['create', 'create', 'list'];
/** The id that comes next is asked for early, and the last step of all looks at an animal: the one that has it by then. */
const FIRST: StepKind = 'next';
const LAST: StepKind = 'get';
/** Places from the beginning. */
const EARLY = 3;

const groups: readonly (readonly StepKind[])[] = [...PAIRS, ...ALONE.map((kind) => [kind])];
const STEPS = groups.flat().length + 2;

const common = {
  status: fc.constantFrom(null, 'available' as const, 'pending' as const, 'sold' as const),
  variant: fc.nat({ max: 11 }),
  closes: fc.constantFrom(false, false, false, true),
  concurrent: fc.constantFrom(false, false, true),
};
/** With a limit of more than there are animals by then, so that a list that lacks one is seen. */
const details = fc.record({ ...common, wide: fc.integer({ min: 60, max: 99 }) });

/** Any step: what a walk is shrunk by. The simplest goes out alone, and asks for as little as there is. */
export const anyStep: fc.Arbitrary<SequenceStep> = fc.record({
  kind: fc.constantFrom(...KINDS),
  ...common,
  limit: fc.option(fc.integer({ min: 1, max: 100 })),
});

/** A kind of step, whether the one behind it has to follow it on the same connection, and whether it is such a one itself. */
interface Place {
  readonly kind: StepKind;
  readonly leads: boolean;
  readonly led: boolean;
}

const order: fc.Arbitrary<readonly Place[]> = fc
  .tuple(fc.shuffledSubarray([...groups], { minLength: groups.length }), fc.nat({ max: EARLY }))
  .map(([shuffled, early]) =>
    [...shuffled.toSpliced(early, 0, [FIRST]), [LAST]].flatMap((group) =>
      group.map((kind, at) => ({ kind, leads: at < group.length - 1, led: at > 0 })),
    ),
  );

/** A walk: every kind of step in any order, always as many of each; the first of its lists that has a limit is the widest. */
export const walks: fc.Arbitrary<readonly SequenceStep[]> = fc
  .tuple(order, fc.array(details, { minLength: STEPS, maxLength: STEPS }))
  .map(([places, some]) => {
    let lists = 0;
    return places.map(({ kind, leads, led }, at): SequenceStep => {
      const { status = null, variant = 0, closes = false, concurrent = false, wide = 100 } = some[at] ?? {};
      const isList = kind === 'list' || kind === 'filtered';
      const isBare = kind === 'list' && !led;
      const limit = isList && !isBare ? (lists++ === 0 ? 100 : wide) : null;
      // What leads goes out alone: its connection is the first one, and so is that of the next step.
      const alone = leads || places[at + 1]?.leads === true || [kind, places[at + 1]?.kind].includes(FIRST);
      return { kind, status, limit, variant, closes: closes && !leads, concurrent: concurrent && !alone };
    });
  });
