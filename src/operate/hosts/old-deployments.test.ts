import type { Instant } from '../../money/calendar.ts';
import { describe, expect, it } from 'vitest';
import { oldDeployments } from './old-deployments.ts';
import type { Deployment } from './cloudflare-api.ts';

const now: Instant = '2026-11-21T12:30:00.000Z';
/** A deployment made this many hours ago. */
const deployment = (hours: number, changes: Partial<Deployment> = {}): Deployment => ({
  id: `${hours}`,
  url: `https://${hours}.example`,
  environment: 'production',
  created_on: new Date(Date.parse(now) - hours * 3_600_000).toISOString(),
  aliases: [],
  ...changes,
});
const hourly = (count: number) => Array.from({ length: count }, (_, hours) => deployment(hours));
const kept = (all: readonly Deployment[]) => {
  const old = new Set(oldDeployments(all, now));
  return all.filter((each) => !old.has(each));
};

describe('oldDeployments (returns the deployments to delete)', () => {
  it('returns no deployments if all are from the last 24 hours', () => {
    expect(oldDeployments(hourly(24), now)).toEqual([]);
  });

  it('returns neither the last 24 deployments nor the last deployment of each of the 25 days before', () => {
    const left = kept(hourly(24 * 400));
    expect(left.slice(0, 24)).toEqual(hourly(24));
    const days = left.slice(24).map(({ created_on }) => created_on.slice(0, 13));
    expect(days.slice(0, 3)).toEqual(['2026-11-20T12', '2026-11-19T23', '2026-11-18T23']);
    expect(new Set(days.map((day) => day.slice(0, 10))).size).toBe(days.length);
    expect(left.length).toBeGreaterThan(48);
    expect(left.length).toBeLessThanOrEqual(50);
  });

  it('returns all deployments of the test branch ratesheet-candidate except the newest', () => {
    const of = (branch: string, hours: number) =>
      deployment(hours, { environment: 'preview', deployment_trigger: { metadata: { branch } } });
    const tried = [0, 1, 2].map((hours) => of('ratesheet-candidate', hours));
    const others = [of('candidate', 3), deployment(4, { environment: 'preview' })];
    expect(oldDeployments([...tried, ...others], now)).toEqual([tried[2], tried[1]]);
  });

  it('never returns a deployment that has an alias (another URL)', () => {
    const all = hourly(24 * 40).map((each) =>
      each.id === '800' ? { ...each, aliases: ['https://rates.example'] } : each,
    );
    expect(oldDeployments(all, now).map(({ id }) => id)).toContain('799');
    expect(oldDeployments(all, now).map(({ id }) => id)).not.toContain('800');
  });

  it('returns the oldest deployment first', () => {
    expect(oldDeployments(hourly(1000), now).slice(0, 2)).toEqual([deployment(999), deployment(998)]);
  });
});
