import { describe, expect, it } from 'vitest';
import { unlessStopped } from './unless-stopped.ts';

const crash = new Error('The service was stopped');

describe('unlessStopped (waits for work in another process)', () => {
  it('returns the result of the work', async () => {
    expect(await unlessStopped(Promise.resolve(1), new AbortController().signal)).toBe(1);
  });

  it('throws the error of the work if the signal doesn’t abort', async () => {
    await expect(unlessStopped(Promise.reject(crash), new AbortController().signal)).rejects.toBe(crash);
  });

  it.each<[string, () => Promise<never>]>([
    ['the work never ends', () => new Promise(() => undefined)],
    ['the same Ctrl-C makes the work fail first', () => Promise.reject(crash)],
  ])('throws the signal’s reason if %s', async (_, work) => {
    const controller = new AbortController();
    const waiting = unlessStopped(work(), controller.signal);
    setImmediate(() => {
      controller.abort();
    });
    await expect(waiting).rejects.toThrow('This operation was aborted');
  });
});
