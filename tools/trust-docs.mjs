// `npm run trust:docs`: TRUST.md and docs/faults.md again, from what was measured last and the fleet as it is.
import { withModules } from './build.mjs';

await withModules(['tools/trust/pages.ts'], async ({ writePages }) => console.log(await writePages()));
