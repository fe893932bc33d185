import { putFamilies } from './curve.ts';
import { putServers } from './servers.ts';

await putServers(1, 4);
await putFamilies(1, 4);
