import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two looks: at this machine's own tables, and over a network. */
const LOOK_MS = { near: 50, far: 1000 } as const;

/** Looks in a row that have to agree before a change is believed: the tables are read in pieces, while they change. */
const LOOKS = 3;
/** Milliseconds between those. */
const AGAIN_MS = 5;

/** Hears that a server went away, and that it, or another one, is there. */
export interface PresenceListener {
  gone(): void;
  back(): void;
}

/** What listens at a place, from {@link listenerAt}. */
type Look = () => Promise<string | undefined>;

/**
 * Looks again and again at what listens, until the signal says so.
 * @param first what was seen there before
 */
export async function watchPresence(
  look: Look,
  first: string | undefined,
  listener: PresenceListener,
  signal: AbortSignal,
): Promise<void> {
  let last = first;
  while (!signal.aborted) {
    const ms = last === 'open' ? LOOK_MS.far : LOOK_MS.near;
    await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) return;
    const now = await look();
    if (now === last || !(await isSteady(look, now))) continue;
    last = now;
    if (now === undefined) listener.gone();
    else listener.back();
  }
}

async function isSteady(look: Look, seen: string | undefined): Promise<boolean> {
  for (let looks = 1; looks < LOOKS; looks += 1) {
    await sleep(AGAIN_MS);
    if ((await look()) !== seen) return false;
  }
  return true;
}
