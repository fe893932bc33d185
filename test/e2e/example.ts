import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { closeLater } from '../later.ts';

/** A server of examples/ that runs. */
export interface Example {
  readonly baseUrl: string;
  readonly messagesUrl: string;
}

/** Starts the server in a folder as its users do, at a free port; resolves once it has said where it listens. */
export async function startExample(folder: string, key: string): Promise<Example> {
  const child = spawn(process.execPath, ['server.js'], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: '0', PETSTORE_API_KEY: key },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  for await (const line of createInterface({ input: child.stdout })) {
    const [, baseUrl, messagesUrl] = /^Animals at (\S+), messages at (\S+)$/u.exec(line) ?? [];
    if (baseUrl === undefined || messagesUrl === undefined) continue;
    closeLater(async () => {
      child.kill();
      await ended;
    });
    return { baseUrl, messagesUrl };
  }
  throw new Error(`the server in ${folder} did not start`);
}
