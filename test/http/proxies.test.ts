import { expect, onTestFinished, test } from 'vitest';
import { proxiesOf, type ProxyEnvironment } from '../../src/http/proxies.ts';
import { createConnectionPools } from '../../src/http/connection-pools.ts';

const PROXY = 'http://user:secret@127.0.0.1:1';

test.each<[string, ProxyEnvironment, string, string | undefined]>([
  ['none', {}, 'http://a.invalid', undefined],
  ['an empty one', { HTTP_PROXY: ' ' }, 'http://a.invalid', undefined],
  ['one for http', { HTTP_PROXY: PROXY }, 'http://a.invalid', 'HTTP_PROXY'],
  ['one for http alone, for https too', { http_proxy: PROXY }, 'https://a.invalid', 'http_proxy'],
  ['one for https', { HTTPS_PROXY: PROXY }, 'http://a.invalid', undefined],
  ['both spellings', { https_proxy: PROXY, HTTPS_PROXY: 'http://b:1' }, 'https://a.invalid', 'https_proxy'],
  ['an empty lower-case one', { http_proxy: '', HTTP_PROXY: PROXY }, 'http://a.invalid', undefined],
  ['an exempt host', { HTTP_PROXY: PROXY, NO_PROXY: 'b.invalid, a.invalid' }, 'http://a.invalid', undefined],
  ['an exempt domain', { HTTP_PROXY: PROXY, no_proxy: '.invalid' }, 'http://a.invalid:81', undefined],
  ['a host that ends alike', { HTTP_PROXY: PROXY, NO_PROXY: 'a.invalid' }, 'http://ba.invalid', 'HTTP_PROXY'],
  ['an exempt port', { HTTP_PROXY: PROXY, NO_PROXY: 'a.invalid:80' }, 'http://a.invalid', undefined],
  ['another port', { HTTP_PROXY: PROXY, NO_PROXY: 'a.invalid:80' }, 'http://a.invalid:81', 'HTTP_PROXY'],
  ['everything exempt', { HTTP_PROXY: PROXY, NO_PROXY: 'a, *' }, 'http://a.invalid', undefined],
])('with %s', (_, env, origin, variable) => {
  const routes = createConnectionPools({ concurrency: 1, timeoutMs: 1000, env });
  onTestFinished(() => routes.destroy());
  routes
    .dispatcher()
    .dispatch({ origin, path: '/', method: 'GET' }, { onRequestStart: () => {}, onResponseError: () => {} });
  expect(routes.proxyTo(origin)?.variable).toBe(variable);
});

test('a proxy is named by its host and port alone', () => {
  expect(proxiesOf({ HTTP_PROXY: PROXY }).http?.host).toBe('127.0.0.1:1');
  expect(proxiesOf({ HTTP_PROXY: 'proxy.example:3128' }).http?.address).toBe('http://proxy.example:3128');
});
