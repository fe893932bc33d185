import { formatNames } from '../reports/formats.ts';
import { writeReport } from '../reports/write.ts';
import { readConfig } from '../src/config/read.ts';
import { withMessageOnlyErrors, registerCheckTests } from '../src/vitest/tests.ts';

// Tests the target from the environment and `.env`, otherwise the embedded server, and writes the report like the command.
const user = await withMessageOnlyErrors(() =>
  readConfig({ flags: {}, env: process.env, cwd: process.cwd() }),
);
registerCheckTests(user, {
  env: process.env,
  onEnd: async ({ report, evidence }) => void (await writeReport(user.out, report, evidence, formatNames)),
});
