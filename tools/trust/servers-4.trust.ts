import { putFamilies } from './curve.ts';
import { putServers } from './servers.ts';

await putServers(3, 4);
await putFamilies(3, 4);
