import { putServers } from './servers.ts';

await putServers(3, 4);
