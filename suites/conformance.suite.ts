import { inject } from 'vitest';
import { putProvided } from '../src/vitest/provided.ts';

putProvided(inject('conformance'));
