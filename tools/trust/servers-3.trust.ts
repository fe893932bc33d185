import { putServers } from './servers.ts';

await putServers(2, 4);
