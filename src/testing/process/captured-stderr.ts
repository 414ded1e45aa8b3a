import { beforeEach, type MockInstance, vi } from 'vitest';

/** Captures what each test of a file prints to standard error, so that it isn't shown. */
export function capturedStderr() {
  let write: MockInstance<typeof process.stderr.write>;
  beforeEach(() => {
    write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    return () => {
      write.mockRestore();
    };
  });
  const prints = () => write.mock.calls.map(([text]) => String(text));
  return {
    /** The printed texts, one for each print, since the test began or since the last call of `clear`. */
    prints,
    text: () => prints().join(''),
    clear: () => {
      write.mockClear();
    },
  };
}
