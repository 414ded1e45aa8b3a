import { strToU8, zipSync } from 'fflate';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LoopbackMirror, startMirror } from '../../testing/servers/loopback-mirror.ts';
import { type Asked, BankServers } from './bank-servers.ts';
import type { BankRequest, TableRequests } from './table-requests.ts';

/** The requests that the server got: method, path, and what differs from a plain request. */
let got: string[];
/** The statuses with which the server responds first. Later, it responds with the request's path. */
let statuses: number[];
let server: LoopbackMirror;
beforeAll(async () => {
  server = await startMirror((response, request) => {
    const { method = '', url = '', headers } = request;
    void text(request).then((body) => {
      got.push([method, url, headers['soapaction'], body].filter(Boolean).join(' '));
      const zip = zipSync({ 'a.xml': strToU8('<a/>'), 'b.xsd': strToU8('') });
      response.writeHead(statuses.shift() ?? 200).end(url === '/zip' ? zip : url);
    });
  });
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => {
  [got, statuses] = [[], []];
});

const page = (path: string) => `https://bank.example/${path}`;
const requestsFor = (...asked: Asked): TableRequests => ({
  perRange: 'all days',
  asks: () => asked,
  parse: () => expect.fail(),
});

/** Asks for a range, as a table with these requests does. */
function ask(
  servers: BankServers,
  asked: Asked,
  changes: Partial<TableRequests> = {},
  limits = { tries: 1, backOff: 1 },
) {
  const requests = { ...requestsFor(...asked), ...changes };
  return servers.textsOf(asked, requests, { address: server.url, limits, signal: undefined });
}

const soap: BankRequest = {
  url: page('soap'),
  method: 'POST',
  headers: { SOAPAction: '"rates"', 'Content-Type': 'text/xml' },
  body: '<rates/>',
};

describe('BankServers (sends the requests of a run to banks)', () => {
  it('sends a plain request, and a request with a method, headers and a body', async () => {
    expect(await ask(new BankServers(), [page('plain'), soap])).toEqual(['/plain', '/soap']);
    expect(got).toEqual(['GET /plain', 'POST /soap "rates" <rates/>']);
  });

  it('reads the file of a zip that the bank names', async () => {
    expect(await ask(new BankServers(), [page('zip')], { inZip: /\.xml$/ })).toEqual(['<a/>']);
  });

  it('fails for the whole range, and sends no further request, if one of several requests fails', async () => {
    statuses = [200, 404];
    const asked: Asked = [page('1'), page('2'), page('3')];
    await expect(ask(new BankServers(), asked, { is404Empty: true })).rejects.toThrow('responded with status 404');
    expect(got).toEqual(['GET /1', 'GET /2']);
  });

  it('returns undefined if the only request has status 404, and the bank means by it that there are no days', async () => {
    statuses = [404];
    expect(await ask(new BankServers(), [page('1')], { is404Empty: true })).toBeUndefined();
  });

  it('sends equal requests of two banks once, also at the same time', async () => {
    const servers = new BankServers();
    const asked: Asked = [page('1'), soap, page('2')];
    const both = await Promise.all([ask(servers, asked), ask(servers, asked)]);
    expect([...both, await ask(servers, asked)]).toEqual(Array(3).fill(['/1', '/soap', '/2']));
    expect(got).toHaveLength(3);
    await ask(servers, [{ ...soap, body: '<others/>' }]);
    expect(got).toHaveLength(4);
  });

  it('shares what is left of a server’s requests between banks, and counts retries', async () => {
    const servers = new BankServers();
    const buy = requestsFor(page('buy'));
    statuses = [503];
    await ask(servers, [page('buy')], {}, { tries: 3, backOff: 1 });
    expect(servers.budgetOf([page('sell')], buy).requests).toBe(38);
    expect(servers.budgetOf(['https://other.example/'], buy).requests).toBe(40);
  });

  it('has requests for no range that needs more than the server accepts in a minute', async () => {
    const servers = new BankServers();
    const limited = { ...requestsFor(page('1')), perMinute: 5 };
    await ask(servers, [page('1'), page('2'), page('3')], limited);
    expect(servers.isWithinBudget([page('4'), page('5')], limited, server.url)).toBe(true);
    expect(servers.isWithinBudget([page('4'), page('5'), page('6')], limited, server.url)).toBe(false);
    // A response that another bank needed doesn't count.
    expect(servers.isWithinBudget([page('3'), page('4'), page('5')], limited, server.url)).toBe(true);
  });

  it('retries no request of a range so often that the others can’t be sent', async () => {
    statuses = [503, 503, 503];
    const limited = { perMinute: 4 };
    const asked: Asked = [page('1'), page('2'), page('3')];
    await expect(ask(new BankServers(), asked, limited, { tries: 3, backOff: 1 })).rejects.toThrow('status 503');
    expect(got).toEqual(['GET /1', 'GET /1']);
  });

  it('sends a server nothing more after status 429', async () => {
    const servers = new BankServers();
    statuses = [429];
    await expect(ask(servers, [page('1')], {}, { tries: 3, backOff: 1 })).rejects.toThrow('responded with status 429');
    await expect(ask(servers, [page('2')])).rejects.toThrow('too many requests');
    expect(servers.isWithinBudget([page('3')], requestsFor(page('3')), server.url)).toBe(false);
    expect(got).toEqual(['GET /1']);
  });
});
