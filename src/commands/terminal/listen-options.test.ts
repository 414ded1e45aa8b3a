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

  it.each([
    ['a word', 'http'],
    ['a negative number', '-1'],
    ['a number above 65535', '65536'],
    ['a fraction', '80.5'],
    ['an empty value', ''],
  ])('reject %s as a port', (_, port) => {
    expect(() => read(`--port=${port}`)).toThrow('--port: expected a whole number from 0 to 65535. See --help.');
  });

  it.each([
    ['an empty value', ''],
    ['the name localhost', 'localhost'],
    ['an incomplete IPv4 address', '0.0.0'],
    ['an invalid IPv6 address', '::g'],
  ])('reject %s as a host', (_, host) => {
    expect(() => read(`--host=${host}`)).toThrow(
      '--host: expected an IP address of this machine, or 0.0.0.0 for all its addresses. See --help.',
    );
  });
});
