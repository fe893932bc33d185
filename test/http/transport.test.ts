import { Agent, type Dispatcher } from 'undici';
import { expect, it, onTestFinished } from 'vitest';
import { sendWireRequest } from '../../src/http/transport.ts';

/** Keeps what it is given, as a pool does while it connects. */
class WaitingAgent extends Agent {
  readonly waiting: Dispatcher.DispatchHandler[] = [];
  override dispatch(_: Agent.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    this.waiting.push(handler);
    return true;
  }
}

it('sends nothing that was given up before there was a connection', async () => {
  const agent = new WaitingAgent();
  onTestFinished(() => agent.destroy());
  const request = {
    origin: 'http://h',
    host: 'h',
    path: '/',
    method: 'POST',
    headers: [],
    shown: [],
    body: null,
    chunked: false,
    inPieces: false,
  } as const;
  const limits = { timeoutMs: 5, maxBodyBytes: 10, signal: new AbortController().signal };
  const result = await sendWireRequest(agent, { ...request, headers: [] }, limits);
  expect(result).toMatchObject({ kind: 'failure', failure: { kind: 'timeout' } });
  let aborted = 0;
  const controller: Dispatcher.DispatchController = {
    aborted: false,
    paused: false,
    reason: null,
    abort: () => {
      aborted += 1;
    },
    pause: () => {},
    resume: () => {},
  };
  // undici takes an error here for the end of the request, and keeps the connection.
  expect(() => agent.waiting[0]?.onRequestStart?.(controller, {})).toThrow('given up');
  expect(aborted).toBe(0);
});
