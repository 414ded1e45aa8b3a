import { describe, expect, it } from 'vitest';
import { readCommandLine } from './command-line.ts';
import { listenOptions } from './listen-options.ts';

const read = (...args: string[]) => readCommandLine({ summary: '', synopsis: '', options: listenOptions }, args);

describe('options --host and --port', () => {
  it('accept only connections from this machine by default', () => {
    expect(read()).toEqual({ host: '127.0.0.1', port: 8080 });
    expect(read('--host', '0.0.0.0', '--port', '0')).toEqual({ host: '0.0.0.0', port: 0 });
    expect(read('--host=::', '--port=65535')).toEqual({ host: '::', port: 65_535 });
  });

  it.each(['http', '-1', '65536', '80.5', ''])('reject the invalid port %j', (port) => {
    expect(() => read(`--port=${port}`)).toThrow('--port: expected a whole number from 0 to 65535. See --help.');
  });

  it.each(['', 'localhost', '0.0.0', '::g'])('reject the invalid host %j', (host) => {
    expect(() => read(`--host=${host}`)).toThrow(
      '--host: expected an IP address of this machine, or 0.0.0.0 for all of them. See --help.',
    );
  });
});
