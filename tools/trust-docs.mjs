// `npm run trust:docs`: writes TRUST.md, docs/faults.md, docs/classes.md and docs/checks.md from the last measurement, fleet and suites.
import { withModules } from './build.mjs';

await withModules(['tools/trust/pages.ts'], async ({ writePages }) => console.log(await writePages()));
