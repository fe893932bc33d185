import { putServers } from './servers.ts';

await putServers(1, 4);
