import type { Call } from '../model.ts';

/** The limit that a list was asked for; undefined where none was. */
export function limitOf(call: Call): number | undefined {
  const text = call.params.get('limit');
  return text === null ? undefined : Number(text);
}

/** The status that a list was asked for; empty where none was. */
export function statusOf(call: Call): string {
  return call.params.get('status') ?? '';
}

/** The body, byte by byte. */
export function bodyOf(call: Call): string {
  return call.body.toString('latin1');
}

/** The whole request, its credential left out. */
export function requestOf(call: Call): string {
  return `${call.method} ${call.path}?${call.params.toString()} ${bodyOf(call)}`;
}

/** The Authorization header; empty where there is none. */
export function headerOf(call: Call): string {
  return call.authorization.join();
}

/** Whether a call is one of the animals interface. */
export function isOfAnimals(call: Call): boolean {
  return call.operation !== undefined && call.operation !== 'message';
}
