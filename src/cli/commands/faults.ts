import { loadAllFaults, loadVariants } from '../../../reference/index.ts';
import type { Io } from '../io.ts';

export async function printFaultsAndVariants(io: Io, { json }: { readonly json?: boolean }): Promise<void> {
  const [faults, variants] = await Promise.all([loadAllFaults(), loadVariants()]);
  if (json === true) {
    const shown = {
      faults: faults.map(({ id, title, breaks, mayFall, leaves = [] }) => ({
        id,
        title,
        breaks,
        mayFall,
        leaves,
      })),
      variants: variants.map(({ id, title, warns }) => ({ id, title, warns })),
    };
    io.stdout.write(`${JSON.stringify(shown, null, 2)}\n`);
    return;
  }
  const width = Math.max(...[...faults, ...variants].map(({ id }) => id.length));
  const line = (id: string, text: string): string => `  ${id.padEnd(width)}  ${text}\n`;
  io.stdout.write('Faults: serve --fault ID shows one\n');
  for (const { id, title, breaks, leaves = [] } of faults) {
    const what = breaks.length > 0 ? breaks.join(', ') : `leaves open: ${leaves.join(', ')}`;
    io.stdout.write(line(id, `${title} [${what}]`));
  }
  io.stdout.write('\nVariants, which obey the document: serve --variant ID shows one\n');
  for (const { id, title } of variants) io.stdout.write(line(id, title));
  io.stdout.write(`\n${faults.length} faults, ${variants.length} variants.\n`);
}
