/** Whether a name fits a pattern in which `*` stands for any run of characters. */
export function fits(pattern: string, name: string): boolean {
  const source = pattern.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*');
  return new RegExp(`^${source}$`, 's').test(name);
}
