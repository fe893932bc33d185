import { UsageError } from '../../src/config/usage-error.ts';
import { measureCurve } from './curve-command.ts';
import { judgeFleet } from './matrix-command.ts';
import { readOptions } from './options.ts';

try {
  const options = readOptions(process.argv.slice(2), (text) => void process.stdout.write(text));
  if (options !== undefined) process.exitCode = await (options.curve ? measureCurve : judgeFleet)(options);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`error: ${error.message}\n`);
  process.exitCode = 2;
}
