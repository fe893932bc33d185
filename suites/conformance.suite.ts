import { formatNames } from '../reports/formats.ts';
import { writeReport } from '../reports/write.ts';
import { readConfig } from '../src/config/read.ts';
import { plainly, putTests } from '../src/vitest/tests.ts';

// The target that the environment and `.env` name, else the embedded one; the report is written as the command does.
const user = await plainly(() => readConfig({ flags: {}, env: process.env, cwd: process.cwd() }));
putTests(user, {
  env: process.env,
  onEnd: async ({ report, evidence }) => void (await writeReport(user.out, report, evidence, formatNames)),
});
