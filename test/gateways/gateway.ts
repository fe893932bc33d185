import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { freePort } from '../free-port.ts';
import { scratch } from '../later.ts';

/** A real gateway, as Debian packages it. */
export interface Gateway {
  readonly name: string;
  /** The file that is run. */
  readonly binary: string;
  /** Its configuration, by file name, for a listener and the address behind it. */
  readonly files: (place: Place) => Readonly<Record<string, string>>;
  /** What it is started with, so that it stays in the foreground. */
  readonly args: (place: Place) => readonly string[];
}

/** Where a gateway stands. */
export interface Place {
  /** A folder of its own. */
  readonly folder: string;
  /** The port that it listens on, on loopback. */
  readonly port: number;
  /** `host:port` of what it passes requests on to; several for a gateway that shares them out. */
  readonly behind: readonly string[];
}

const SBIN = ['/usr/sbin', '/usr/local/sbin', '/sbin'];

/** The path of a program; undefined where it is not installed. */
export function programOf({ binary }: Pick<Gateway, 'binary'>): string | undefined {
  return [...(process.env['PATH'] ?? '').split(delimiter), ...SBIN]
    .map((folder) => join(folder, binary))
    .find((path) => existsSync(path));
}

/** How often a port that somebody else took in the meantime is exchanged for another one. */
const STARTS = 3;

/** Starts a gateway, which ends with the test. Resolves to its origin once it takes connections. */
export async function startGateway(gateway: Gateway, behind: readonly string[]): Promise<string> {
  const program = programOf(gateway);
  if (program === undefined) throw new Error(`${gateway.name} is not installed`);
  const folder = await scratch(gateway.name);
  let said = '';
  for (let start = 0; start < STARTS; start += 1) {
    const place: Place = { folder, port: await freePort(), behind };
    await mkdir(join(folder, 'tmp'), { recursive: true });
    for (const [name, text] of Object.entries(gateway.files(place))) {
      await writeFile(join(folder, name), text);
    }
    const child = spawn(program, gateway.args(place), { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    onTestFinished(() => end(child, ended));
    said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-4000)));
    }
    if (await listens(place.port, child)) return `http://127.0.0.1:${String(place.port)}`;
  }
  throw new Error(`${gateway.name} did not start: ${said}`);
}

async function end(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 3000);
  await ended;
  clearTimeout(late);
}

/** Whether somebody takes connections on the port before the process ends. */
async function listens(port: number, child: ChildProcess): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null) {
    if (await takes(port)) return true;
    await sleep(50);
  }
  return false;
}

function takes(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
