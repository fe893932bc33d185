import { expect, test } from 'vitest';
import { proxiesOf } from '../../src/client/proxies.ts';
import type { ProxyEnvironment } from '../../src/client/proxies.ts';

const PROXY = 'http://user:secret@proxy.example:3128';

test.each<[string, ProxyEnvironment, string, string | undefined]>([
  ['none', {}, 'http://a.example', undefined],
  ['an empty one', { HTTP_PROXY: ' ' }, 'http://a.example', undefined],
  ['one for http', { HTTP_PROXY: PROXY }, 'http://a.example', 'HTTP_PROXY'],
  ['one for http alone, for https too', { http_proxy: PROXY }, 'https://a.example', 'http_proxy'],
  ['one for https', { HTTPS_PROXY: PROXY }, 'http://a.example', undefined],
  ['both spellings', { https_proxy: PROXY, HTTPS_PROXY: 'http://b:1' }, 'https://a.example', 'https_proxy'],
  ['an empty lower-case one', { http_proxy: '', HTTP_PROXY: PROXY }, 'http://a.example', undefined],
  ['an exempt host', { HTTP_PROXY: PROXY, NO_PROXY: 'b.example, a.example' }, 'http://a.example', undefined],
  ['an exempt domain', { HTTP_PROXY: PROXY, no_proxy: '.example' }, 'http://a.example:81', undefined],
  ['a host that ends alike', { HTTP_PROXY: PROXY, NO_PROXY: 'a.example' }, 'http://ba.example', 'HTTP_PROXY'],
  ['an exempt port', { HTTP_PROXY: PROXY, NO_PROXY: 'a.example:80' }, 'http://a.example', undefined],
  ['another port', { HTTP_PROXY: PROXY, NO_PROXY: 'a.example:80' }, 'http://a.example:81', 'HTTP_PROXY'],
  ['everything exempt', { HTTP_PROXY: PROXY, NO_PROXY: '*' }, 'http://a.example', undefined],
])('with %s', (_, env, origin, variable) => {
  expect(proxiesOf(env)(origin)?.variable).toBe(variable);
});

test('a proxy is named by its host and port alone', () => {
  expect(proxiesOf({ HTTP_PROXY: PROXY })('http://a.example')?.host).toBe('proxy.example:3128');
  expect(proxiesOf({ HTTP_PROXY: 'proxy.example:3128' })('http://a.example')?.address).toBe(
    'http://proxy.example:3128',
  );
});
