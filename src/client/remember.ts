/** Characters or bytes from which a text is worth knowing again. */
export const LONG = 64 * 1024;

/**
 * The function with a memory of its latest results: a target that sends all its animals in every list would else cost their
 * work and memory each time.
 * @param same whether two inputs come to the same
 * @param most results that are remembered
 */
export function rememberLast<I, O>(
  make: (input: I) => O,
  same: (one: I, other: I) => boolean,
  most: number,
): (input: I) => O {
  let known: readonly { readonly input: I; readonly output: O }[] = [];
  return (input) => {
    const found = known.find((one) => same(one.input, input));
    if (found !== undefined) return found.output;
    const output = make(input);
    known = [{ input, output }, ...known].slice(0, most);
    return output;
  };
}
