import { describe, expect, it } from 'vitest';
import { readCommandLine } from './command-line.ts';
import { listenOptions } from './listen-options.ts';

const read = (...args: string[]) => readCommandLine({ summary: '', synopsis: '', options: listenOptions }, args);

describe('options --host and --port', () => {
  it('set the host and port, which are otherwise 127.0.0.1 (this machine) and 8080', () => {
    expect(read()).toEqual({ host: '127.0.0.1', port: 8080 });
    expect(read('--host', '0.0.0.0', '--port', '0')).toEqual({ host: '0.0.0.0', port: 0 });
    expect(read('--host=::', '--port=65535')).toEqual({ host: '::', port: 65_535 });
  });

  it('reject a port above 65535', () => {
    expect(() => read('--port=65536')).toThrow('--port: expected a whole number from 0 to 65535. See --help.');
  });

  it.each(['', 'localhost', '0.0.0', '::g'])('reject “%s” as a host', (host) => {
    expect(() => read(`--host=${host}`)).toThrow(
      '--host: expected an IP address of this machine, or 0.0.0.0 for all its addresses. See --help.',
    );
  });
});
