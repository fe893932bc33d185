import * as fc from 'fast-check';

/** Inputs that a careless server handles alike: usually all fail, or none. Every run sends at least one input of each class. */
export interface InputClass<T> {
  readonly name: string;
  readonly draw: fc.Arbitrary<T>;
  /** All values, if the class is a fixed list; absent if values are drawn at random. */
  readonly values?: readonly T[];
}

/** The input classes of a property. */
export type Partitions<T> = readonly InputClass<T>[];

/** The values of a class: a list, a function from the class name to a list, or an arbitrary. */
export type ClassValues<T> = readonly T[] | ((name: string) => readonly T[]) | fc.Arbitrary<T>;

/** Makes an input class of each entry. Entries with an empty list are left out. */
export function partition<T>(named: Readonly<Record<string, ClassValues<T>>>): Partitions<T> {
  return Object.entries(named).flatMap(([name, given]): readonly InputClass<T>[] => {
    if (given instanceof fc.Arbitrary) return [{ name, draw: given }];
    const members = typeof given === 'function' ? given(name) : given;
    return members.length === 0 ? [] : [{ name, draw: fc.constantFrom(...members), values: members }];
  });
}

/** Makes each value a class of its own, named by `nameOf`. */
export function partitionOfEach<T>(values: readonly T[], nameOf: (value: T) => string): Partitions<T> {
  return partition(Object.fromEntries(values.map((value) => [nameOf(value), [value]])));
}

/** Returns the same input classes with each value replaced by the result of `change`. */
export function mapPartitions<T, U>(classes: Partitions<T>, change: (value: T) => U): Partitions<U> {
  return classes.map(({ name, draw, values }) => ({
    name,
    draw: draw.map(change),
    ...(values === undefined ? {} : { values: values.map(change) }),
  }));
}
