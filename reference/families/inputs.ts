import type { Call } from '../model.ts';
import { ofAnimals } from '../modify.ts';
import type { Hits } from './define.ts';

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

/** Whether a request is among the hit ones, with its credential. */
export function isHit(hits: Hits, call: Call): boolean {
  return hits.on(call.authorization.join(), requestOf(call));
}

/** Whether a request of the animals interface is among the hit ones. */
export function isHitAnimal(hits: Hits, call: Call): boolean {
  return ofAnimals(call) && isHit(hits, call);
}
