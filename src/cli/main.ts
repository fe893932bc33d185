#!/usr/bin/env -S node --
// With the two dashes, since node takes an --env-file for its own wherever it stands before them, and refuses a missing one.
import { takeSignals } from './interrupt.ts';
import { loadOneByOne } from '../one-by-one.ts';

// Before anything else is loaded.
takeSignals();
// Warnings of node and of libraries say nothing to somebody who judges a server.
if (process.env['PETSTORE_DEBUG'] !== '1') process.removeAllListeners('warning');
loadOneByOne(new URL('start.js', import.meta.url));
const { main } = await import('./start.ts');
await main();
