// `npm run trust:docs`: TRUST.md and docs/faults.md, classes.md and checks.md again, from what was measured last, the fleet and the suites.
import { withModules } from './build.mjs';

await withModules(['tools/trust/pages.ts'], async ({ writePages }) => console.log(await writePages()));
