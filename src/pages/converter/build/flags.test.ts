import { describe, expect, it } from 'vitest';
import { catalogue, publishedOrder } from '../../../money/currencies/catalogue.ts';
import { flagIcon, flagSprite } from './flags.ts';

const { body } = flagSprite();
const drawings = new Map(
  Array.from(
    String(body).matchAll(/<symbol id="(\w+)" viewBox="0 0 512 512">(.+?)<\/symbol>/g),
    ([, id = '', drawing = '']) => [id.toUpperCase(), drawing],
  ),
);

describe('file with all flags', () => {
  it('has a flag for each supported currency and each sub-unit', () => {
    expect([...drawings.keys()].sort()).toEqual([...publishedOrder, 'GBX', 'ZAC', 'ILA'].sort());
  });

  it('has one drawing for several currencies only if their flag is the same', () => {
    const shared = Map.groupBy(catalogue, ({ code }) => drawings.get(code));
    const different = [...shared.values()].filter((each) => new Set(each.map(({ flag }) => flag)).size > 1);
    expect(different).toEqual([]);
  });

  it('has no ids except those of the flags, and loads nothing', () => {
    expect(String(body).match(/ id="/g)).toHaveLength(drawings.size);
    expect(String(body).replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(/href|url\(|http/);
  });
});

it('flagIcon (markup of a flag) > refers to the currency’s flag by the code in lower case', () => {
  expect(flagIcon('USD', '/assets/flags-1.svg')).toBe(
    '<svg class="flag" aria-hidden="true"><use href="/assets/flags-1.svg#usd"/></svg>',
  );
});
