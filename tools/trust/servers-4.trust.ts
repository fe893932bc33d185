import { registerServerTests } from './servers.ts';

await registerServerTests(3, 4);
