import type { Instant } from '../../money/calendar.ts';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { lostDays } from '../../archive/archive.ts';
import { catalogue } from '../../money/currencies/catalogue.ts';
import { SiteFiles } from '../../site/site-files.ts';
import { defaultProvider, type Provider } from '../../sources/provider.ts';
import type { Dataset } from '../../download/dataset.ts';
import { datasetOf, type Script } from '../../testing/data/scripted-months.ts';
import { answerOf, startPublisher } from '../../testing/process/start-publisher.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { answers, startMirror } from '../../testing/servers/loopback-mirror.ts';
import { ratesOfAnotherSource, witnessAnswers } from '../../testing/servers/witness-answers.ts';
import { writeFiles } from '../../testing/sites/previous-site.ts';
import { readJson } from '../../testing/sites/read-site.ts';
import { readPublished } from '../../publish/read-previous.ts';
import { verifySite } from '../verify/verify-site.ts';
import { generateSite } from './generate-site.ts';

const bank: Provider = { name: 'Example Bank', url: 'https://bank.example/terms', license: 'CC-BY-4.0' };
/** The last recorded rate of SYP is for the old Syrian pound, so it is 100 times the right rate. */
const rightPound: Script = { truth: () => 0.01 };
const dayOf = (day: number, scripts: Record<string, Script> = {}): Dataset =>
  datasetOf({ SYP: rightPound, ...scripts }, '2026-10-01', day);
const mostTraded = new Set(catalogue.slice(0, 40).map(({ code }) => code));
/** The bank's dataset of a day, with 40 currencies, and the response that contains it. */
function bankOn(day: number, scripts?: Record<string, Script>) {
  const { date, rates } = dayOf(day, scripts);
  const listed = new Map([...ratesOfAnotherSource(rates)].filter(([code]) => mostTraded.has(code)));
  const dataset = { date, rates: listed };
  return { dataset, answer: witnessAnswers.frankfurter(listed, date), provider: bank };
}

const folder = temporaryFolder();
afterAll(() => folder[Symbol.asyncDispose]());
let stdio: MockInstance<typeof process.stdout.write>[];
const printed = () => stdio.flatMap(({ mock }) => mock.calls.map(([line]) => String(line))).join('');
beforeEach(() => {
  stdio = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockReturnValue(true));
  return () => {
    vi.restoreAllMocks();
  };
});

describe('site that changes its source', () => {
  it('records the source of each day', async () => {
    await using publisher = await startPublisher(Array.from({ length: 8 }, (_, day) => dayOf(day)));
    let { archive } = await publisher.publish({ dataset: dayOf(8) });
    const publish = async (toPublish: Parameters<typeof publisher.publish>[0]) => {
      const before = archive;
      const obtained = await publisher.publish(toPublish);
      expect(obtained.snapshot).toMatchObject({ rate_as_of: toPublish.dataset.date, stale_reason: null });
      ({ archive } = obtained);
      expect(lostDays(before, archive)).toEqual([]);
      return obtained;
    };
    await publish({ dataset: dayOf(9) });

    await expect(publisher.publish(bankOn(10))).rejects.toThrow(
      'The published rates are from fawazahmed0/exchange-api, but this run’s options set the source Example Bank. Nothing was written. ' +
        'To continue with Example Bank, use --new-source once. To keep fawazahmed0/exchange-api, set it as the source again.',
    );
    const { snapshot } = await publish({ ...bankOn(10), newSource: true });
    expect([...snapshot.quality].map(([code, { state, reason }]) => [code, state, reason])).toEqual(
      [...dayOf(9).rates.keys()].filter((code) => !mostTraded.has(code)).map((code) => [code, 'held', 'missing']),
    );
    for (let day = 11; day < 20; day++) await publish(bankOn(day));

    await expect(publisher.publish({ dataset: dayOf(20) })).rejects.toThrow(
      'but this run’s options set the source fawazahmed0',
    );
    const back = await publish({ dataset: dayOf(20), newSource: true });
    expect([...back.snapshot.quality.keys()]).toEqual([]);

    const [previous, out] = ['previous', 'site'].map((name) => join(folder.path, name)) as [string, string];
    writeFiles(previous, publisher.files());
    await using mirror = await startMirror(answers.json(answerOf(dayOf(21))));
    const now: Instant = '2026-10-22T06:17:00.000Z';
    await generateSite(
      {
        ...{
          out,
          previous,
          now,
          mirrors: [mirror.url],
          witnesses: [],
          datedMirrors: [],
          backfill: 0,
          official: new Map(),
        },
        ...{ recorded: false, fileLimit: 6072 },
      },
      AbortSignal.any([]),
    );
    const changes = [
      { first: '2026-10-01', ...defaultProvider },
      { first: '2026-10-11', ...bank },
      { first: '2026-10-21', ...defaultProvider },
    ];
    expect(readJson(out, 'api/v1/archive.json')).toMatchObject({ days: 22, sources: changes });
    for (let day = 0; day < 22; day++) {
      const { date } = dayOf(day);
      const provider = day >= 10 && day < 20 ? bank : defaultProvider;
      expect(readJson(out, `api/v1/rates/${date}.json`)).toMatchObject({ rate_as_of: date, source: provider });
    }
    await verifySite({ site: out, patience: 0, now }, AbortSignal.any([]));
    expect(printed()).toContain('Verified: ');
    const data = await readPublished(new SiteFiles(out, {}), now);
    expect(lostDays(archive, data.archive)).toEqual([]);
  }, 120_000);

  it('publishes rates that are 40% higher in the new source once three of its datasets agree', async () => {
    await using site = await startPublisher([dayOf(0)]);
    const floating = catalogue.filter(
      ({ code, peg }) => mostTraded.has(code) && peg === null && !/^(USD|EUR)$/.test(code),
    );
    const codes = floating.slice(0, 16).map(({ code }) => code);
    const other: Script = { truth: () => 1.4 };
    const scripts = Object.fromEntries(codes.map((code) => [code, other]));
    const statesOn = async (day: number, newSource = false) => {
      const { snapshot } = await site.publish({ ...bankOn(day, scripts), newSource });
      expect(snapshot).toMatchObject({ rate_as_of: dayOf(day).date, stale_reason: null });
      return new Set(codes.map((code) => snapshot.quality.get(code)?.state));
    };
    expect(await statesOn(1, true)).toEqual(new Set(['held']));
    expect(await statesOn(2)).toEqual(new Set(['held']));
    expect(await statesOn(3)).toEqual(new Set(['accepted']));
    expect(await statesOn(4)).toEqual(new Set([undefined]));
  });

  it('publishes only the first response of each day if the new source’s responses have no date', async () => {
    await using site = await startPublisher([dayOf(0)]);
    const [bankToday, later] = [bankOn(1), ratesOfAnotherSource(bankOn(1).dataset.rates)];
    await site.publish({ dataset: dayOf(1) });
    const publishAt = async (hour: number, rates: Dataset['rates']) => {
      const now = `${dayOf(1).date}T${hour}:17:00.000Z` as Instant;
      const answer = witnessAnswers.coinbase(rates);
      return (await site.publish({ ...bankToday, answer, now, newSource: true })).archive;
    };
    const first = await publishAt(10, bankToday.dataset.rates);
    expect(first).toMatchObject({ providers: [{ first: dayOf(1).date, ...bank }] });
    expect(first.days.at(-1)?.rates.get('EUR')).toBe(bankToday.dataset.rates.get('EUR'));
    const second = await publishAt(11, later);
    expect(second.days.at(-1)?.rates.get('EUR')).toBe(bankToday.dataset.rates.get('EUR'));
    expect(second.providers?.slice(1)).toEqual(first.providers);
  });

  it.each([
    ['whose rates are USD per unit instead of units per USD', (rate: number) => 1 / rate],
    ['whose base isn’t USD', (rate: number) => 0.9 * rate],
  ])('rejects a new source %s', async (_, change) => {
    await using site = await startPublisher([dayOf(0)]);
    const { dataset, ...named } = bankOn(1);
    const rates = new Map(Array.from(dataset.rates, ([code, rate]) => [code, code === 'USD' ? 1 : change(rate)]));
    const answer = witnessAnswers.map(rates, dataset.date);
    await expect(site.publish({ ...named, dataset, answer, newSource: true })).rejects.toThrow(
      'No mirror gave usable rates (1 tried). The site keeps its former source, and nothing was written. Try again later, name',
    );
    expect(printed()).toMatch(/of the 40 currencies are missing, in doubt or newly accepted, more than 20: /);
    expect((await site.publish({ dataset: dayOf(1) })).snapshot).toMatchObject({ providers: [] });
  });

  it('keeps the previous day’s rates if the new source’s second dataset lacks more than a fifth of its currencies', async () => {
    await using site = await startPublisher([dayOf(0)]);
    await site.publish({ ...bankOn(1), newSource: true });
    const { dataset, ...named } = bankOn(2);
    const few = new Map([...dataset.rates].slice(0, 30));
    const { snapshot } = await site.publish({ ...named, dataset, answer: witnessAnswers.map(few, dataset.date) });
    expect(snapshot).toMatchObject({ rate_as_of: dayOf(1).date, stale_reason: 'cached_fallback' });
    expect(printed()).toContain('9 of the 40 currencies are missing, more than 8: ');
  });
});
