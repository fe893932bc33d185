import { putFamilies } from './curve.ts';
import { putServers } from './servers.ts';

await putServers(0, 4);
await putFamilies(0, 4);
