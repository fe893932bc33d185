import { putFamilies } from './curve.ts';
import { putServers } from './servers.ts';

await putServers(2, 4);
await putFamilies(2, 4);
