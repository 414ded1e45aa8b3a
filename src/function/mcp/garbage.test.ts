import { expect, it } from 'vitest';
import { type Garbage, nextGarbage } from '../../testing/data/garbage-messages.ts';
import { served } from '../../testing/sites/served.ts';
import { problemOf } from '../../testing/data/protocol-response.ts';

it('/mcp gives each of 5,000 random messages a response of the protocol, and the next request works', async () => {
  const { get } = served();
  const send = ({ body, headers }: Garbage) => get('/mcp', { method: 'POST', headers, body });
  const statuses = new Set<number>();
  for (let count = 0; count < 5000; count += 1) {
    const garbage = nextGarbage();
    const response = await send(garbage);
    const problem = problemOf(response.status, await response.text());
    if (problem !== undefined) expect.fail(`${problem}: ${new TextDecoder().decode(garbage.body).slice(0, 500)}`);
    statuses.add(response.status);
  }
  // All kinds of responses occur, so the messages aren't all of one kind.
  expect([...statuses].sort()).toEqual([200, 202, 400, 404, 406, 415]);
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'rate', arguments: { symbols: 'EUR' } } };
  const body = new TextEncoder().encode(JSON.stringify(call));
  expect(await (await send({ body, headers: { 'Content-Type': 'application/json' } })).json()).toMatchObject({
    result: { isError: false, structuredContent: { rates: { EUR: 0.88022588 } } },
  });
});
