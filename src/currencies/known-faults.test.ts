import { describe, expect, it } from 'vitest';
import november from '../testing/data/days/usd-2025-11-01.json' with { type: 'json' };
import december from '../testing/data/days/usd-2025-12-07.json' with { type: 'json' };
import { catalogue } from './catalogue.ts';
import { knownFaults } from './facts.ts';

const current = new Set(catalogue.map(({ code }) => code));

describe('list of known wrong rates', () => {
  it.each(knownFaults)('gives a reason and a source for the wrong rates of $code from $from to $to', (fault) => {
    expect(current).toContain(fault.code);
    for (const date of [fault.from, fault.to]) expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(fault.from <= fault.to).toBe(true);
    expect(fault.reason).not.toBe('');
    expect(fault.source).not.toBe('');
  });

  it('has no overlapping periods for the same currency', () => {
    const overlapping = knownFaults.filter((fault) =>
      knownFaults.some(
        (other) => other !== fault && other.code === fault.code && other.from <= fault.to && fault.from <= other.to,
      ),
    );
    expect(overlapping).toEqual([]);
  });

  it('includes MNT, whose recorded rate rose more than a thousandfold from 2025-11-01 to 2025-12-07', () => {
    expect(december.usd.mnt / november.usd.mnt).toBeGreaterThan(1000);
  });
});
