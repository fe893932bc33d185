import { int64Value } from '../../json/int64.ts';
import type { Json } from '../../json/types.ts';
import { isPetStatus } from './lists.ts';
import { type CreateReply, isObject, type Reply } from './replies.ts';

/**
 * True if a 200 returns an animal that an earlier response, or the 201 to one of `twins`, showed with the same values: this
 * create stored nothing. The status may have been changed since, by a worker or another client.
 * @param twins creates with the same body, which may have been sent at the same moment
 */
export function returnsKnownAnimal(
  { answer, pet, id, submitted }: Pick<CreateReply, 'answer' | 'pet' | 'id' | 'submitted'>,
  log: readonly Reply[],
  twins: readonly CreateReply[] = [],
): boolean {
  if (answer?.status !== 200 || pet === undefined || id === undefined || submitted === undefined)
    return false;
  const { name, categoryId, status } = submitted;
  const isAsSent = pet['name'] === name && int64Value(pet['categoryId']) === categoryId;
  const hasStatus = (shown: Json | undefined): boolean =>
    shown === (status ?? shown) && (isPetStatus(pet['status']) || pet['status'] === shown);
  const isSame = (shown: Json | undefined): boolean =>
    isObject(shown) &&
    int64Value(shown['id']) === id &&
    shown['name'] === name &&
    int64Value(shown['categoryId']) === categoryId &&
    hasStatus(shown['status']);
  const wasShown = (reply: Reply): boolean => {
    if (reply.answer === undefined || reply.answer.receivedAt > answer.sentAt) return false;
    if (reply.operation === 'list') return reply.items?.some(isSame) === true;
    return (reply.operation === 'create' || reply.operation === 'get') && isSame(reply.pet);
  };
  const isMade = (twin: CreateReply): boolean => twin.answer?.status === 201 && isSame(twin.pet);
  return isAsSent && (log.some(wasShown) || twins.some(isMade));
}
