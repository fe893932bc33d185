import { writeFile } from 'node:fs/promises';
import { loadFamilies } from '../../reference/index.ts';
import { wholeFleet } from './fleet.ts';
import { renderFleet } from './fleet-doc.ts';

await writeFile('docs/faults.md', renderFleet(await wholeFleet(), await loadFamilies()));
