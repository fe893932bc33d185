#!/usr/bin/env -S node --
// With the two dashes, since node takes an --env-file for its own wherever it stands before them, and refuses a missing one.
import { takeSignals } from './interrupt.ts';

// Before anything else is loaded.
takeSignals();
const { main } = await import('./start.ts');
await main();
