import { expect, it } from 'vitest';
import { rateSources } from '../../sources/rate-sources.ts';
import { date, dateBefore } from './parameters.ts';

it.each(rateSources.map(({ key, tables: [table] }) => [key, table.daysBack]))(
  'a parameter for a date > says for how long the newest rates of %s count',
  (key, days) => {
    const usual = rateSources[0]?.tables[0].daysBack;
    const inWords = (more: number) => (days === usual ? `${days + more} days` : `${days + more} for \`${key}\``);
    expect(date('date', '').description).toContain(inWords(0));
    expect(dateBefore('').description).toContain(inWords(1));
  },
);
