import { registerServerTests } from './servers.ts';

await registerServerTests(1, 4);
