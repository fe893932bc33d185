/** An object type in which members that may be undefined are optional instead. */
type Given<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Returns a copy without the members that are undefined; keeps the order. */
export function withoutUndefined<const T extends object>(members: T): Given<T> {
  const kept: Partial<T> = {};
  for (const name in members) if (members[name] !== undefined) kept[name] = members[name];
  return kept as Partial<T> & Given<T>;
}
