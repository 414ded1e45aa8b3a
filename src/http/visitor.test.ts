import { expect, it } from 'vitest';
import { visitorHeaders } from './visitor.ts';

it('visitorHeaders (random headers like a browser’s or a program’s) > varies every header except Accept', () => {
  const drawn = Array.from({ length: 400 }, visitorHeaders);
  const always = Object.entries(drawn[0] ?? {}).filter(([name, value]) =>
    drawn.every((headers) => headers[name] === value),
  );
  expect(always).toEqual([['Accept', '*/*']]);
  const browsers = drawn.filter(({ Origin }) => Origin !== undefined);
  expect(browsers.length).toBeGreaterThan(20);
  expect(drawn.length - browsers.length).toBeGreaterThan(20);
  expect(new Set(browsers.map(({ Origin }) => Origin)).size).toBeGreaterThan(browsers.length - 5);
});
