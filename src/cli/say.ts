import { wrapIndented } from '../../reports/render/terminal/layout.ts';
import type { Io } from './io.ts';

/** Writes a line, wrapped on a terminal. */
export function printLine({ stdout, isTTY, columns }: Io, line: string): void {
  stdout.write(`${isTTY ? wrapIndented(line, columns, 2, 0) : line}\n`);
}
