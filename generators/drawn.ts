import * as fc from 'fast-check';

/** Inputs that a careless server treats alike: if one is wrong, the others most likely are. */
export interface InputClass<T> {
  readonly name: string;
  readonly draw: fc.Arbitrary<T>;
  /** All values of a class that has only so many, the most telling one first; absent where they are drawn. */
  readonly values?: readonly T[];
  /** Whether the values are met in the order given, whatever the seed: they were chosen by it. */
  readonly inOrder?: true;
}

/** What is drawn for a property: the classes that every run meets, and those that take turns by seed. */
export interface Drawn<T> {
  readonly always: readonly InputClass<T>[];
  readonly inTurn: readonly InputClass<T>[];
}

/** Values that are met in this order. */
interface Ordered<T> {
  readonly inOrder: readonly T[];
}

/** A class is the list of its values, or an arbitrary of them. */
type Members<T> = readonly T[] | fc.Arbitrary<T> | Ordered<T>;
type Named<T> = Readonly<Record<string, Members<T>>>;

/** Puts classes under their names. A class without values is left out. */
export function drawn<T>(always: Named<T>, inTurn: Named<T> = {}): Drawn<T> {
  return { always: classesOf(always), inTurn: classesOf(inTurn) };
}

function classesOf<T>(named: Named<T>): readonly InputClass<T>[] {
  return Object.entries(named).flatMap(([name, members]): readonly InputClass<T>[] => {
    if (members instanceof fc.Arbitrary) return [{ name, draw: members }];
    const ordered = 'inOrder' in members;
    const values = ordered ? members.inOrder : members;
    if (values.length === 0) return [];
    return [{ name, draw: fc.constantFrom(...values), values, ...(ordered ? { inOrder: true } : {}) }];
  });
}

/** Values that are each a class of their own, under the name that `nameOf` gives. */
export function each<T>(values: readonly T[], nameOf: (value: T) => string): Readonly<Record<string, [T]>> {
  return Object.fromEntries(values.map((value) => [nameOf(value), [value]]));
}

/** The same classes with other values. */
export function mapped<T, U>({ always, inTurn }: Drawn<T>, change: (value: T) => U): Drawn<U> {
  const all = (classes: readonly InputClass<T>[]) =>
    classes.map(({ draw, values, ...rest }) => ({
      ...rest,
      draw: draw.map(change),
      ...(values === undefined ? {} : { values: values.map(change) }),
    }));
  return { always: all(always), inTurn: all(inTurn) };
}

/**
 * The part of the classes that one of several properties always meets, so that together they meet all of them; the others
 * take turns. What is drawn anew each time is always met.
 */
export function share<T>({ always, inTurn }: Drawn<T>, index: number, of: number): Drawn<T> {
  const all = [...always, ...inTurn];
  const own = all.filter(({ values }, at) => values === undefined || at % of === index);
  return { always: own, inTurn: all.filter((one) => !own.includes(one)) };
}

/** The classes of several properties as those of one. */
export function together<T>(...some: readonly Drawn<T>[]): Drawn<T> {
  return {
    always: some.flatMap(({ always }) => always),
    inTurn: some.flatMap(({ inTurn }) => inTurn),
  };
}
