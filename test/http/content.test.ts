import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createBodyReader } from '../../src/http/content.ts';
import type { Header } from '../../reports/exchange.ts';

function response(body: Buffer, headers: readonly Header[] = []) {
  return { status: 200, statusText: 'OK', headers, body };
}

const list = (name: string): Buffer =>
  Buffer.from(JSON.stringify(Array.from({ length: 5000 }, (_, id) => ({ id, name, categoryId: 1 }))));

it('reads a long body once, however often it comes', async () => {
  const read = createBodyReader(10_000_000, { text: (text) => text });
  const first = await read(response(list('Rex')));
  expect(await read(response(list('Rex')))).toBe(first);
  expect(await read(response(list('Max')))).not.toBe(first);
  expect(first.body).toMatchObject({ ok: true });
});

it('tells bodies apart that differ in their coding, and in their last byte', async () => {
  const read = createBodyReader(10_000_000, { text: (text) => text });
  const bytes = Buffer.concat([list('Rex'), Buffer.from(' ')]);
  const plain = await read(response(bytes));
  const coded = await read(response(bytes, [['content-encoding', 'gzip']]));
  expect([plain.body.ok, coded.body.ok]).toEqual([true, false]);
  const other = Buffer.concat([list('Rex'), Buffer.from('x')]);
  expect((await read(response(other))).body.ok).toBe(false);
  const packed = gzipSync(Buffer.from('[]'.padEnd(10)));
  expect((await read(response(packed, [['content-encoding', 'gzip']]))).body).toEqual({
    ok: true,
    value: [],
  });
});
