import { describe, expect, it } from 'vitest';
import { FileError } from '../../../text/site-problem.ts';
import { repositoryUrl } from './repository.ts';

const url = 'https://github.com/me/ratesheet';

describe('repositoryUrl (reads the field repository of package.json)', () => {
  it.each<[string, unknown, string]>([
    ['no field', undefined, ''],
    ['a URL', url, url],
    ['an object with a URL', { type: 'git', url }, url],
    ['an object as npm writes it', { type: 'git', url: `git+${url}.git` }, url],
  ])('accepts %s', (_, field, expected) => {
    expect(repositoryUrl(field)).toBe(expected);
  });

  it.each([null, 1, '', 'me/ratesheet', {}, { url: 'git@github.com:me/ratesheet.git' }, 'javascript:alert(1)'])(
    'rejects %j',
    (field) => {
      expect(() => repositoryUrl(field)).toThrow(FileError);
    },
  );
});
