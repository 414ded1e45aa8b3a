import { describe, expect, it } from 'vitest';
import { securityFile } from './security-file.ts';

const contact = 'mailto:security@rates.example';

describe('security.txt', () => {
  it('has a contact, an expiry date and its URL', () => {
    expect(securityFile({ contact, url: 'https://rates.example', asOf: '2026-11-21' })).toEqual({
      path: '.well-known/security.txt',
      body:
        'Contact: mailto:security@rates.example\n' +
        'Expires: 2027-04-01T00:00:00Z\n' +
        'Canonical: https://rates.example/.well-known/security.txt\n',
    });
  });

  it.each([
    ['2026-01-01', '2026-07-01'],
    ['2026-03-31', '2026-07-01'],
    ['2026-04-01', '2026-10-01'],
    ['2026-09-30', '2027-01-01'],
    ['2026-12-31', '2027-04-01'],
  ] as const)('expires on $1, the start of the quarter after next, if the rates are of $0', (asOf, day) => {
    expect(securityFile({ contact, url: undefined, asOf }).body).toBe(
      `Contact: ${contact}\nExpires: ${day}T00:00:00Z\n`,
    );
  });
});
