import { describe, expect, it } from 'vitest';
import { buildStatus } from '../../api/documents/status.ts';
import { heldHkd } from '../../testing/data/held-hkd.ts';
import { answers, startMirror, timeoutFor } from '../../testing/servers/loopback-mirror.ts';
import { recordedDay, recordedFiles } from '../../testing/sites/small-site.ts';
import { defaultLimits } from '../../download/http/request-limits.ts';
import { readStatus, siteUrl } from './live-status.ts';

const { signal } = new AbortController();
const limits = { ...defaultLimits, tries: 2, backOff: 1 };
const quality = new Map([['HKD', heldHkd]]);
const status = buildStatus({ ...recordedDay, quality }, recordedFiles);
const [currency, bank] = [status.currencies[0], status.banks[0]];
const withCurrency = (changes: object) => ({ ...status, currencies: [{ ...currency, ...changes }] });
const withBank = (changes: object) => ({ ...status, banks: [{ ...bank, ...changes }] });

const read = async (answer: Parameters<typeof startMirror>[0]) => {
  await using site = await startMirror(answer);
  return await readStatus(siteUrl(site.url), signal, { ...limits, timeout: timeoutFor(answer, 200) });
};

describe('readStatus (reads the live site’s status, and trusts nothing in it)', () => {
  it('reads the status that a publish writes', async () => {
    expect(await read(answers.json(status))).toEqual(JSON.parse(JSON.stringify(status)));
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a list', []],
    ['no currencies', { ...status, currencies: undefined }],
    ['currencies that aren’t a list', { ...status, currencies: { HKD: currency } }],
    ['a currency that is null', { ...status, currencies: [null] }],
    ['Markdown as a code', withCurrency({ code: '[x](y)' })],
    ['a mention as a code', withCurrency({ code: '@everyone' })],
    ['a line break in a code', withCurrency({ code: 'HKD\n' })],
    ['an unknown state', withCurrency({ state: '**held**' })],
    ['a reason that every object has', withCurrency({ reason: 'constructor' })],
    ['a link as a date', withCurrency({ since: 'https://evil.example' })],
    ['a date that doesn’t exist', { ...status, rate_as_of: '2026-02-30' }],
    ['an instant with Markdown', { ...status, stale_since: '2026-09-30T00:23:00.000Z [x](y)' }],
    ['composed rates without a date', { ...status, composed: { since: null } }],
    ['an unknown bank', withBank({ table: 'evil' })],
    ['an unknown reason for a doubt', withBank({ doubts: [{ date: '2026-09-25', reason: 'x', since: '2026-09-25' }] })],
    ['a problem that isn’t a text', withBank({ problem: 1 })],
    ['a problem since no instant', withBank({ problem_since: 'yesterday' })],
  ])('refuses %s, and names the field', async (_, document) => {
    await expect(read(answers.json(document))).rejects.toThrow(
      /isn't a status: its field "\w+" is missing or malformed/,
    );
  });

  it.each([
    ['another status', answers.status(503), /status 503/],
    ['HTML', answers.text('<p>@everyone'), /isn’t JSON/],
    ['no end', answers.endless, /more than \d+ bytes/],
    ['no response', answers.hang, /no complete response in time/],
    ['half a response', answers.stall, /no complete response in time/],
    ['a broken connection', answers.drop, /can't be read/],
  ])('refuses a response with %s', async (_, answer, message) => {
    await expect(read(answer)).rejects.toThrow(message);
  });

  it.each(['', 'javascript:alert(1)', 'https://a.example/)[x](y', 'https://a.example/@me', 'https://a.example/\n# x'])(
    'refuses %j as the URL of a site',
    (text) => {
      expect(() => siteUrl(text)).toThrow(/^LIVE isn't the URL of a site/);
    },
  );
});
