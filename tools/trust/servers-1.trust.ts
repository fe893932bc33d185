import { putServers } from './servers.ts';

await putServers(0, 4);
