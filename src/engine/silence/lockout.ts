import type { Exchange } from '../../../reports/exchange.ts';
import type { Answer, OutgoingRequest, Client, NoAnswer, Outcome } from '../../http/types.ts';
import { pause } from '../target/index.ts';
import { requestLineWithId, type AbortReason } from './preflight.ts';

/** Statuses for an expired key, an exhausted quota or a ban. */
const REFUSED: ReadonlySet<number> = new Set([401, 402, 403]);

type Address = 'animals' | 'messages';

/** Minimum number of plain requests to confirm a lockout, because a target may also refuse single requests at random. */
const LOOKS = 4;
/** Statuses of messages that a full outbox refuses for a moment; a key is not refused with 401 for a moment. */
const OUTBOX_FULL: ReadonlySet<number> = new Set([402, 403]);
/** Maximum number of times that a full outbox is waited for. */
const DRAINS = 8;

/** The lockout state of one address. */
const newDoor = () => ({
  /** For each operation, the latest request with the valid key that the target accepted. */
  letIn: new Map<OutgoingRequest['operation'], OutgoingRequest>(),
  /** Refused requests since the latest accepted request; only of operations that were accepted before. */
  refused: [] as readonly Exchange[],
  /** Refused requests without a valid key. */
  strangers: [] as Exchange[],
  /** Number of false alarms so far; the next confirmation requires one more refusal in a row for each false alarm. */
  cleared: 0,
  /** Number of rounds of plain requests so far. */
  rounds: 0,
  /** Number of times that messages were accepted again after a pause. */
  drained: 0,
  /** Resolves to true if the refusals are over. */
  looking: undefined as Promise<boolean> | undefined,
  shut: undefined as NoAnswer | undefined,
});
type Door = ReturnType<typeof newDoor>;

const GONE: ReadonlySet<number> = new Set([404, 405, 410, 501]);

/**
 * Detects that the target locks the run out: an expired key, a quota, a ban. If a request is refused although its operation was
 * accepted before, sends plain requests to confirm it, each alone. If all plain requests are refused with one status, sends
 * nothing more to this interface (animals or messages): its responses would prove nothing. A full outbox may also refuse all
 * messages until it drains; the refused messages are then sent again.
 * @param consistencyMs how long several nodes may take until each of them refuses the key
 */
export function withLockoutDetection(
  client: Client,
  onLockout: (address: Address, why: AbortReason) => void,
  consistencyMs: number,
): Client {
  const doors = { animals: newDoor(), messages: newDoor() };

  /** Sends plain requests alone; returns the first refusal, and whether all are refused with its status, or any accepted. */
  const knock = async (door: Door) => {
    let found: Answer | undefined;
    let isAll = true;
    let isLetIn = false;
    for (const ask of plainAsks([...door.letIn.values()], door.rounds++)) {
      const again = await client.send({ ...ask, exclusive: 'retrying' });
      if (again.kind !== 'answer') return { found: undefined, isAll: false, isLetIn: false };
      // The operation was removed during the run, and is no longer in scope.
      if (ask.operation === 'get' && GONE.has(again.status)) continue;
      if (REFUSED.has(again.status)) found ??= again;
      isAll &&= found?.status === again.status;
      isLetIn ||= again.status < 300;
      if (found !== undefined && !isAll) break;
    }
    return { found, isAll, isLetIn };
  };

  /** Returns true if the refusals are over, after which refused requests are sent again. */
  const look = async (address: Address, door: Door): Promise<boolean> => {
    let { found, isAll, isLetIn } = await knock(door);
    const isOutbox = address === 'messages' && door.drained < DRAINS;
    const mayDrain = isOutbox && isAll && OUTBOX_FULL.has(found?.status ?? 0);
    // The outbox may have drained just after the refusal.
    const isFull = door.refused.some(({ response }) => OUTBOX_FULL.has(response?.status ?? 0));
    const hasDrained = isOutbox && door.drained > 0 && found === undefined && isFull;
    // Several nodes may learn one after another to refuse the key.
    const mayDiffer = !isAll && door.cleared < LOOKS;
    if (found !== undefined && (mayDrain || mayDiffer)) {
      await pause(consistencyMs);
      ({ found, isAll, isLetIn } = await knock(door));
    }
    door.looking = undefined;
    if (found === undefined || !isAll || door.shut !== undefined) {
      door.refused = [];
      if ((mayDrain || hasDrained) && isLetIn) {
        door.drained += 1;
        return true;
      }
      door.cleared += 1;
      return false;
    }
    const same = door.refused.filter(({ response }) => response?.status === found.status);
    const [first = found.exchange] = same.toSorted((a, b) => placeOf(a) - placeOf(b));
    const before = client.exchanges.findLast((one) => placeOf(one) < placeOf(first));
    const strangers = door.strangers.filter((one) => placeOf(one) < placeOf(first)).length;
    const message = shutWords(address, first, before, strangers);
    const { ask } = found;
    door.shut = { kind: 'no-answer', ask, exchange: first, why: 'rate-limit', message, unsent: true };
    onLockout(address, abortOf(message));
    return false;
  };

  const send = async (ask: OutgoingRequest): Promise<Outcome> => {
    const address = ask.operation === 'message' ? 'messages' : 'animals';
    const door = doors[address];
    if (door.shut !== undefined) return { ...door.shut, ask };
    let outcome = await client.send(ask);
    while (isSuspicious(door, ask, outcome) && door.refused.length > door.cleared) {
      if (!(await (door.looking ??= look(address, door)))) break;
      outcome = await client.send(ask);
    }
    const { shut } = doors[address];
    return shut === undefined || outcome.kind === 'no-answer' ? outcome : { ...shut, ask };
  };
  return { ...client, send };
}

/** Records an outcome; true if it may mean a lockout. */
function isSuspicious(door: Door, ask: OutgoingRequest, outcome: Outcome): boolean {
  if (outcome.kind !== 'answer') return false;
  const { status, exchange } = outcome;
  const isRefused = REFUSED.has(status);
  if (ask.credential.kind !== 'valid') {
    if (isRefused) door.strangers.push(exchange);
    // For a request without a valid key, 401 is the required status.
    if (!isRefused || status === 401 || door.letIn.size === 0) return false;
  } else if (!isRefused) {
    if (isPlain(ask, status)) door.letIn.set(ask.operation, ask);
    door.refused = door.refused.filter((one) => placeOf(one) > placeOf(exchange));
    return false;
  } else if (!door.letIn.has(ask.operation)) return false;
  door.refused = [...door.refused, exchange];
  return true;
}

function isPlain({ operation, body }: OutgoingRequest, status: number): boolean {
  return status < 300 && (operation !== 'message' || typeof body === 'string');
}

/** Returns plain requests of each accepted operation, several in all; no creates, because a create adds an animal. */
function plainAsks(letIn: readonly OutgoingRequest[], round: number): readonly OutgoingRequest[] {
  const asks = letIn.filter(({ operation }) => operation !== 'create');
  return Array.from({ length: Math.max(LOOKS, asks.length) }, (_, at) => {
    const ask = asks[at % asks.length];
    if (ask?.operation === 'list') return { ...ask, url: ask.url.replace(/\?.*$/u, '') };
    const message = `Good morning once more ${String(round * LOOKS + at + 1)}`;
    return ask?.operation === 'message' ? { ...ask, body: JSON.stringify({ message }) } : ask;
  }).filter((ask) => ask !== undefined);
}

function placeOf({ id }: Exchange): number {
  return Number(id.slice(1));
}

function shutWords(
  address: Address,
  first: Exchange,
  before: Exchange | undefined,
  strangers: number,
): string {
  const { status = 0, statusText = '' } = first.response ?? {};
  const seconds = ((first.sentAt ?? 0) / 1000).toFixed(1);
  const plain = address === 'animals' ? 'a plain list' : 'a plain message';
  const behind = before === undefined ? '' : `, right after ${requestLineWithId(before)}`;
  return `The target blocked the run after ${seconds} s: from ${requestLineWithId(first)} on${behind}, every request with the key was answered with ${`${String(status)} ${statusText}`.trim()}, ${plain} sent alone too, and no more were sent; ${strangers === 1 ? '1 request' : `${String(strangers)} requests`} without a valid key had been refused by then`;
}

function abortOf(message: string): AbortReason {
  const next =
    'See whether the key expired, a quota was used up, a queue was full, or a gateway bans clients for wrong keys or odd inputs: give a key that stays valid, or let the run bypass the gateway, then run again.';
  return {
    cause: 'rate-limit',
    isLockout: true,
    message: `${message}. ${next}`,
    undecided: { reason: 'the target blocked the run before this was decided', next },
  };
}
