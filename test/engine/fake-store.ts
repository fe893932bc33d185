import { parseExactJson, writeJson } from '../../src/json/json.ts';
import type { Json, JsonObject } from '../../src/json/types.ts';
import type { OutgoingRequest } from '../../src/http/types.ts';
import type { Script } from './fake-client.ts';

/** A target in memory that takes every body: just enough of one for the parts of the kit that read and fill it. */
export class FakeStore {
  readonly animals: JsonObject[] = [];

  constructor(held = 0) {
    for (let n = 0; n < held; n += 1)
      this.add({ name: `Old ${String(n)}`, categoryId: 1, status: 'available' });
  }

  readonly answer = (ask: OutgoingRequest): Script => {
    const { pathname, searchParams } = new URL(ask.url);
    switch (ask.operation) {
      case 'list':
        return ok(200, this.#page(searchParams));
      case 'create': {
        const read = parseExactJson(ask.body ?? '');
        return ok(201, this.add(read.ok ? (read.value as JsonObject) : {}));
      }
      case 'get': {
        const found = this.animals.find(({ id }) => `${id as number}` === pathname.split('/').at(-1));
        return found === undefined ? refusal(404) : ok(200, found);
      }
      case 'message':
        return ok(200, { id: 'm1', message: 'hello', status: 'queued', createdAt: '2026-11-21T10:00:00Z' });
    }
  };

  add(members: JsonObject): JsonObject {
    const pet = { ...members, id: this.animals.length + 1 };
    this.animals.push(pet);
    return pet;
  }

  #page(query: URLSearchParams): readonly Json[] {
    const status = query.get('status');
    const matching = this.animals.filter((animal) => status === null || animal['status'] === status);
    return matching.slice(0, Number(query.get('limit') ?? 20));
  }
}

export function ok(status: number, value: Json): Script {
  return { status, body: writeJson(value) };
}

/** An answer with the Error object. */
export function refusal(status: number): Script {
  return ok(status, { code: 'refused', message: 'No.', status });
}
