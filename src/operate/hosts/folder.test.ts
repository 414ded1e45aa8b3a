import type { Instant } from '../../money/calendar.ts';
import fs, { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import recorded from '../../testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { answers, type LoopbackMirror, startMirror } from '../../testing/servers/loopback-mirror.ts';
import { fewPairs } from '../../testing/sites/small-site.ts';
import { publishSite } from '../publish/publish-site.ts';
import { FolderServer } from '../serve/folder-server.ts';
import { CommandError } from '../terminal/command.ts';
import { folderHost } from './folder.ts';
import { liveVersion, makeLive } from './versions.ts';

const never = new AbortController().signal;
const folder = temporaryFolder();
const dir = join(folder.path, 'served');
const about = { asOf: '2026-09-30' };
let dataset = { date: '2026-09-29', usd: { ...recorded.usd, syp: 110.5 } };
let mirror: LoopbackMirror;

beforeAll(async () => {
  mirror = await startMirror((response) => answers.json(dataset)(response));
});
afterAll(async () => {
  for (const each of [mirror, folder]) await each[Symbol.asyncDispose]();
});

/** Publishes to the folder 17 minutes after an hour such as `2026-09-30T06`. @returns why it wasn't published */
async function publish(hour: string, changes: { startOver?: boolean; previous?: string; url?: string } = {}) {
  const writes = (['stdout', 'stderr'] as const).map((name) => vi.spyOn(process[name], 'write').mockReturnValue(true));
  try {
    await publishSite(
      {
        ...{
          dir,
          out: 'unused',
          now: `${hour}:17:00.000Z` as Instant,
          mirrors: [mirror.url],
          witnesses: [],
          datedMirrors: [],
        },
        ...{ backfill: 0, official: new Map(), fileLimit: fewPairs, commit: 'c0ffee', patience: 0, startOver: false },
        ...{ backUp: false, gitHubPages: false, ...changes },
      },
      never,
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return error.failure;
  } finally {
    for (const write of writes) write.mockRestore();
  }
}

const versions = () => readdirSync(dir).filter((name) => name.startsWith('20'));
const live = () => liveVersion(dir) ?? expect.fail('nothing is live');
const days = () => readFileSync(join(dir, 'live/archive/2026.csv'), 'utf8').match(/^2026-09-(29|30)/gm);

// The tests run one after the other, because each test builds on the versions that the previous tests published.
describe('npm run publish to a folder', () => {
  it('makes the folder, and publishes a checked version there', async () => {
    expect(await publish('2026-09-30T05', { url: 'https://rates.example' })).toBeUndefined();
    expect(versions()).toEqual([live()]);
    expect(readFileSync(join(dir, 'live/sitemap.xml'), 'utf8')).toContain('<loc>https://rates.example/</loc>');
  });

  it('publishes after a first publish that was stopped before its version was live', async () => {
    const left = live();
    rmSync(join(dir, 'live'));
    mkdirSync(join(dir, `.${left}.ratesheet-building-1`));
    expect(await publish('2026-09-30T06')).toBeUndefined();
    expect(live()).not.toBe(left);
  });

  it('continues the live version, which stays until the next publish', async () => {
    const first = live();
    dataset = { ...dataset, date: '2026-09-30' };
    await using server = await FolderServer.start(dir, { port: 0, host: '127.0.0.1' }, never);
    expect(await publish('2026-09-30T07')).toBeUndefined();
    expect([versions(), days()]).toEqual([
      [first, live()],
      ['2026-09-29', '2026-09-30'],
    ]);
    expect(server.site).toMatchObject({ version: live(), rates: { rate_as_of: '2026-09-30' } });
    expect(await publish('2026-09-30T08')).toBeUndefined();
    expect(versions()).not.toContain(first);
  });

  it('publishes nothing if the live version is damaged or no mirror responds', async () => {
    const before = live();
    const file = join(dir, 'live/archive/2026.csv');
    const text = readFileSync(file);
    writeFileSync(file, text.subarray(0, 100));
    expect(await publish('2026-09-30T09')).toBe('live-site');
    writeFileSync(file, text);
    dataset = { date: 'none', usd: {} as never };
    // The rates are too old for a fallback.
    expect(await publish('2026-10-09T09')).toBe('rates');
    dataset = { date: '2026-09-30', usd: { ...recorded.usd, syp: 110.5 } };
    expect([live(), versions()]).toEqual([before, expect.arrayContaining([before])]);
  });

  it('doesn’t start over if the link to the live version is missing, unless it is told to', async () => {
    const before = live();
    rmSync(join(dir, 'live'));
    // The version is older than what a running publish could have left.
    utimesSync(join(dir, before), 0, 0);
    expect(await publish('2026-09-30T09')).toBe('project');
    expect(versions()).toContain(before);
    expect(await publish('2026-09-30T09', { previous: join(dir, before) })).toBeUndefined();
    expect(days()).toEqual(['2026-09-29', '2026-09-30']);
  });
});

describe('folderHost', () => {
  const copyOf = (version: string, name: string) => {
    cpSync(join(dir, version), join(dir, name), { recursive: true });
    return join(dir, name);
  };

  it('removes what killed publishes have left, but not the work of a publish that may still run', async () => {
    const [old, running, mine] = ['2026-09-30T01-00-00.000Z-aa', '9999-01-01T00-00-00.000Z-bb', 'notes'];
    const left = '.9999-01-01T00-00-00.000Z-cc.ratesheet-building-1';
    for (const name of [old, running, mine, left]) mkdirSync(join(dir, name));
    utimesSync(join(dir, left), 0, 0);
    utimesSync(join(dir, running), new Date(), new Date());
    const host = folderHost(dir);
    const before = live();
    const { deployed } = await host.live(() => Promise.resolve(), never);
    // A publish that fails later needs them.
    expect(readdirSync(dir)).toEqual(expect.arrayContaining([before, old]));
    const ours = '2026-09-30T10-00-00.000Z-dd';
    await host.promote(copyOf(before, ours), about, deployed, never);
    expect(readdirSync(dir).sort()).toEqual([before, ours, running, 'live', mine].sort());
    rmSync(join(dir, running), { recursive: true });
  });

  it('publishes if an old version can’t be removed, and warns about it', async () => {
    const host = folderHost(dir);
    const [before, old] = [live(), join(dir, '2026-09-30T01-00-00.000Z-ee')];
    const { deployed } = await host.live(() => Promise.resolve(), never);
    mkdirSync(old);
    const ours = '2026-09-30T11-00-00.000Z-ff';
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const remove = vi.spyOn(fs, 'rmdirSync').mockImplementation(() => {
      throw Object.assign(new Error(), { code: 'EACCES', syscall: 'rmdir' });
    });
    syncBuiltinESMExports();
    try {
      await host.promote(copyOf(before, ours), about, deployed, never);
      expect(log.mock.calls.flat().join('')).toContain(`${old} can't be removed (EACCES)`);
    } finally {
      for (const mock of [remove, log]) mock.mockRestore();
      syncBuiltinESMExports();
    }
    expect(live()).toBe(ours);
  });

  it('doesn’t publish over a version that another publisher published meanwhile', async () => {
    const host = folderHost(dir);
    const { deployed } = await host.live(() => Promise.resolve(), never);
    const [theirs, ours] = ['9999-01-01T00-00-00.000Z-aa', '9999-01-01T00-00-00.000Z-bb'];
    copyOf(live(), ours);
    const before = live();
    makeLive(dir, theirs);
    await expect(host.promote(join(dir, ours), about, deployed, never)).rejects.toThrow('Another publisher');
    expect(live()).toBe(theirs);
    expect(await host.rollBack({ id: ours, url: '' }, deployed)).toContain('Another publisher');
    makeLive(dir, before);
  });

  it('keeps the version before if the server can’t serve the new version', async () => {
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const host = folderHost(dir);
    const before = live();
    const { deployed } = await host.live(() => Promise.resolve(), never);
    await using server = await FolderServer.start(dir, { port: 0, host: '127.0.0.1' }, never);
    const empty = join(dir, '9999-01-01T00-00-00.000Z-cc');
    mkdirSync(empty);
    await expect(host.promote(empty, about, deployed, AbortSignal.timeout(500))).rejects.toThrow();
    log.mockRestore();
    expect([live(), server.site?.version]).toEqual([before, before]);
  });

  it('rolls back to the version before, which the server then serves again', async () => {
    const host = folderHost(dir);
    const before = live();
    const { deployed } = await host.live(() => Promise.resolve(), never);
    await using server = await FolderServer.start(dir, { port: 0, host: '127.0.0.1' }, never);
    const ours = await host.promote(copyOf(before, '9999-01-01T00-00-00.000Z-dd'), about, deployed, never);
    expect(server.site?.version).toBe('9999-01-01T00-00-00.000Z-dd');
    expect(await host.rollBack(ours ?? expect.fail(), deployed)).toContain('is live again');
    expect(server.site?.version).toBe(before);
  });
});
