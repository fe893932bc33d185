/** Members that may be undefined, absent where they are. */
type Given<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** An object without the members that are undefined, the others in their order. */
export function withoutUndefined<const T extends object>(members: T): Given<T> {
  const kept: Partial<T> = {};
  for (const name in members) if (members[name] !== undefined) kept[name] = members[name];
  return kept as Partial<T> & Given<T>;
}
