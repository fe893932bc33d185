import { sameJson } from '../json/json.ts';
import type { Json, JsonObject } from '../json/types.ts';
import { isObject, type CreateReply } from './replies.ts';

/** Whether what a refused body asked for can be told from other animals. */
export function isRecognisable({ marker, sent }: CreateReply): boolean {
  if (marker !== undefined) return true;
  return isObject(sent) && sent['categoryId'] !== undefined && sent['status'] !== undefined;
}

/** Whether a stored animal is what a refused body asked for. */
export function isStowaway(item: JsonObject, refused: CreateReply): boolean {
  const { marker, sent } = refused;
  const name = item['name'];
  if (marker !== undefined) return typeof name === 'string' && name.includes(marker);
  if (!isObject(sent)) return false;
  const asked = sent['name'];
  if (typeof asked === 'number' && asked >= 100_000_000) return name === asked || name === String(asked);
  if (typeof name === 'string' && !(typeof asked === 'object' && asked !== null && name.includes('[object')))
    return false;
  const sameName =
    asked === undefined ? name === undefined || name === null : name !== undefined && sameJson(name, asked);
  return sameName && sameMember(item, sent, 'categoryId') && sameMember(item, sent, 'status');
}

function sameMember(item: JsonObject, sent: JsonObject, member: string): boolean {
  const value: Json | undefined = sent[member];
  if (value === undefined) return true;
  const shown = item[member];
  return shown !== undefined && sameJson(shown, value);
}
