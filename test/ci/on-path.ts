import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether there is such a command. */
export function onPath(command: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
