import { writeTrust } from './write.ts';

// The pages alone, from the matrix and the curve that were measured last.
process.stdout.write(`${await writeTrust()}\n`);
