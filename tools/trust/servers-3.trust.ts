import { registerServerTests } from './servers.ts';

await registerServerTests(2, 4);
