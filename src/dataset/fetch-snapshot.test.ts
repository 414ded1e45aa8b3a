import { describe, expect, it } from 'vitest';
import { catalogue } from '../currencies/catalogue.ts';
import { fetchSnapshot } from './fetch-snapshot.ts';
import { answers, startMirror } from './loopback-mirror.ts';
import { NoUsableMirrorError } from './errors.ts';
import recorded from './recorded/usd-2026-09-29.json' with { type: 'json' };
import { recordedSnapshot } from './recorded-snapshot.ts';

const now = '2026-09-30T06:00:00.000Z';
const limits = { timeout: 300, backOff: 10 };

describe('the snapshot', () => {
  it('comes from the first mirror that works, and later ones are not asked', async () => {
    await using good = await startMirror(answers.json(recorded));
    await using spare = await startMirror(answers.json(recorded));
    const snapshot = await fetchSnapshot({ catalogue, now, mirrors: [good.url, spare.url], limits });
    expect(snapshot).toMatchObject({ asOf: '2026-09-29', retrievedAt: now, checkedAt: now, staleReason: null });
    expect(snapshot.mirror).toBe(good.url);
    expect(snapshot.rates.get('EUR')).toBe(0.88022588);
    expect(spare.requests()).toBe(0);
  });

  it('comes from a later mirror when earlier ones fail, each failure told', async () => {
    await using down = await startMirror(answers.status(500));
    await using wrong = await startMirror(answers.json({ date: '2026-09-29', usd: { usd: 1 } }));
    await using good = await startMirror(answers.json(recorded));
    const failures: string[] = [];
    const snapshot = await fetchSnapshot({
      catalogue,
      now,
      mirrors: [down.url, wrong.url, good.url],
      limits,
      onFailure: (mirror, { name }) => failures.push(`${mirror} ${name}`),
    });
    expect(snapshot.mirror).toBe(good.url);
    expect(failures).toEqual([`${down.url} DownloadError`, `${wrong.url} DatasetError`]);
    expect([down.requests(), wrong.requests()]).toEqual([3, 1]);
  });

  it('is not to be had when every mirror fails', async () => {
    await using down = await startMirror(answers.status(404));
    const failure = fetchSnapshot({ catalogue, now, mirrors: [down.url], limits });
    await expect(failure).rejects.toThrow(NoUsableMirrorError);
    await expect(failure).rejects.toThrow('No mirror gave usable rates (1 tried).');
  });
});

describe('the recorded snapshot', () => {
  it('is a whole real day and admits to be a fallback', () => {
    const snapshot = recordedSnapshot(catalogue, now);
    expect(snapshot).toMatchObject({
      asOf: '2026-09-29',
      retrievedAt: '2026-09-29T00:00:00.000Z',
      checkedAt: now,
      staleReason: 'cached_fallback',
    });
    expect(snapshot.rates.size).toBe(catalogue.length);
  });
});
