import { writeFile } from 'node:fs/promises';
import { wholeFleet } from './fleet.ts';
import { renderFleet } from './fleet-doc.ts';

await writeFile('docs/faults.md', renderFleet(await wholeFleet()));
