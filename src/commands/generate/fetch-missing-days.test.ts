import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import recorded from '../../testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { answers, type LoopbackMirror, startMirror } from '../../testing/servers/loopback-mirror.ts';
import { recordedDays } from '../../testing/sites/small-site.ts';
import type { Archive } from '../../archive/archive.ts';
import type { Source } from '../../snapshot/source.ts';
import { fetchMissingDays } from './fetch-missing-days.ts';

const now = '2026-09-30T06:17:00.000Z';
let asked: string[] = [];
let isDown = false;
let mirror: LoopbackMirror;
beforeAll(async () => {
  mirror = await startMirror((response, { url }) => {
    const date = url?.slice(-10) ?? '';
    asked.push(date);
    (isDown ? answers.status(503) : answers.json({ date, usd: recorded.usd }))(response);
  });
});
afterAll(() => mirror[Symbol.asyncDispose]());
beforeEach(() => {
  asked = [];
  const writes = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockReturnValue(true));
  return () => {
    for (const write of writes) write.mockRestore();
  };
});

const bank = { name: 'Bank', url: 'https://bank.example/', license: 'CC0-1.0' };
const fetchOf = (
  archive: Archive = recordedDays,
  options: { isFirst?: boolean; backfill?: number; source?: Source } = {},
) => fetchMissingDays(archive, { datedMirrors: [`${mirror.url}/{date}`], now, isFirst: false, ...options });

it('fetchMissingDays (downloads days that the archive lacks) > fetches all missing days of the last 400 days in the first publish', async () => {
  const archive = await fetchOf(recordedDays, { isFirst: true });
  expect(asked.toSorted()[0]).toBe('2025-08-26');
  const recent = archive.days.filter(({ date }) => date >= '2025-08-26');
  // All of the last 400 days, except two days for which the source never had a dataset.
  expect(recent).toHaveLength(400 - 2);
  expect(archive.days.length - recordedDays.days.length).toBe(asked.length);
  asked = [];
  expect(await fetchOf(archive)).toBe(archive);
  expect(asked).toEqual([]);
});

it('fetchMissingDays (downloads days that the archive lacks) > fetches the latest 30 missing days in each later publish', async () => {
  isDown = true;
  const nothing = await fetchOf();
  expect(nothing.days).toEqual(recordedDays.days);
  isDown = false;
  asked = [];
  const some = await fetchOf(nothing);
  expect(asked).toHaveLength(30);
  expect(some.days).toHaveLength(recordedDays.days.length + 30);
  const before = new Set(asked);
  asked = [];
  await fetchOf(some);
  expect(asked).toHaveLength(30);
  expect(asked.filter((date) => before.has(date))).toEqual([]);
});

it('fetchMissingDays (downloads days that the archive lacks) > fetches at most as many missing days as the option --backfill allows', async () => {
  await fetchOf(recordedDays, { backfill: Infinity });
  expect(asked.toSorted()[0]).toBe('2024-03-03');
  asked = [];
  expect(await fetchOf(recordedDays, { backfill: 0, isFirst: true })).toBe(recordedDays);
  expect(asked).toEqual([]);
});

it('fetchMissingDays (downloads days that the archive lacks) > fetches only missing days of the periods in which the archive uses the given source', async () => {
  const days = recordedDays.days.filter(({ date }) => !/^2026-09-(0[5-9]|1[0-5])$/.test(date));
  const archive: Archive = { ...recordedDays, days, sources: [{ first: '2026-09-10', ...bank }] };
  await fetchOf(archive, { source: bank });
  expect(asked.toSorted()).toEqual(['10', '11', '12', '13', '14', '15'].map((day) => `2026-09-${day}`));
  asked = [];
  await fetchOf(archive);
  expect(asked).not.toContain('2026-09-10');
  expect(asked).toContain('2026-09-09');
});
