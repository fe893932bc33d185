import { registerServerTests } from './servers.ts';

await registerServerTests(0, 4);
