import { colours } from './style/colours.ts';
import { basics } from './style/basics.ts';
import { first } from './style/first.ts';
import { table } from './style/table.ts';
import { details } from './style/details.ts';
import { narrow } from './style/narrow.ts';
import { paper } from './style/paper.ts';

/** The whole style of the page, for screens and for paper. */
export const style = [colours, basics, first, table, details, narrow, paper].join('');
