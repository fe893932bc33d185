// Loaded before a command: tells what it took on descriptor 3 when it ends: CPU of all its threads in ms, peak memory in KiB.
import { writeSync } from 'node:fs';

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeSync(3, JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1000, kib: maxRSS }));
});
