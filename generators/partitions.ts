import * as fc from 'fast-check';

/** Inputs that a careless server treats alike: if one is wrong, the others most likely are. Every run meets every class. */
export interface InputClass<T> {
  readonly name: string;
  readonly draw: fc.Arbitrary<T>;
  /** All values of a class that has only so many; absent where they are drawn. */
  readonly values?: readonly T[];
}

/** The input classes of a property. */
export type Partitions<T> = readonly InputClass<T>[];

/** A class is the list of its values, also made of its name, or an arbitrary of them. */
export type Values<T> = readonly T[] | ((name: string) => readonly T[]) | fc.Arbitrary<T>;

/** Puts classes under their names. A class without values is left out. */
export function drawn<T>(named: Readonly<Record<string, Values<T>>>): Partitions<T> {
  return Object.entries(named).flatMap(([name, given]): readonly InputClass<T>[] => {
    if (given instanceof fc.Arbitrary) return [{ name, draw: given }];
    const members = typeof given === 'function' ? given(name) : given;
    return members.length === 0 ? [] : [{ name, draw: fc.constantFrom(...members), values: members }];
  });
}

/** Values that are each a class of their own, under the name that `nameOf` gives. */
export function each<T>(values: readonly T[], nameOf: (value: T) => string): Partitions<T> {
  return drawn(Object.fromEntries(values.map((value) => [nameOf(value), [value]])));
}

/** The same classes with other values. */
export function mapped<T, U>(classes: Partitions<T>, change: (value: T) => U): Partitions<U> {
  return classes.map(({ name, draw, values }) => ({
    name,
    draw: draw.map(change),
    ...(values === undefined ? {} : { values: values.map(change) }),
  }));
}
