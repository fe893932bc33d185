import { inject } from 'vitest';
import { loadOneByOne } from '../src/one-by-one.ts';

// Compiled as the command runs it; in somebody's vitest it is TypeScript, and not there under that name.
loadOneByOne(new URL('../src/vitest/provided.js', import.meta.url));
const { putProvided } = await import('../src/vitest/provided.ts');

putProvided(inject('conformance'));
