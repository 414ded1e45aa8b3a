import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { catalogue } from '../../../money/currencies/catalogue.ts';
import type { Currency } from '../../../money/currencies/currency.schema.ts';
import { countryOf } from '../../../money/currencies/names/names.ts';
import { subUnits } from '../../../money/currencies/sub-units.ts';
import { fillTemplate } from '../../build/fill-template.ts';
import type { SiteFile } from '../../../api/site-file.ts';

const folder = new URL('flags/', import.meta.resolve('circle-flags/package.json'));

/** How each file of circle-flags draws its flag. The style sheet rounds the flags, so the mask isn't needed. */
const CIRCLE_FLAG =
  /^<svg [^>]*viewBox="0 0 512 512"><mask id="a"><circle [^>]*\/><\/mask><g mask="url\(#a\)">(.+)<\/g><\/svg>\s*$/;

const COIN =
  '<path fill="#d9a23b" d="M0 0h512v512H0z"/><circle cx="256" cy="256" r="172" fill="#f4d58a"/>' +
  '<path fill="none" stroke="#a8741a" stroke-width="40" stroke-linecap="round" d="M314 198a82 82 0 1 0 0 116"/>';
const GLOBE =
  '<path fill="#3d7dca" d="M0 0h512v512H0z"/><g fill="none" stroke="#fff" stroke-width="28">' +
  '<path d="M0 256h512M256 0v512M40 128h432M40 384h432"/><ellipse cx="256" cy="256" rx="128" ry="256"/></g>';

/** Two gold bars and one on top of them. */
const BARS =
  '<path fill="#4a5a6a" d="M0 0h512v512H0z"/><g fill="#f4d58a" stroke="#a8741a" stroke-width="16" stroke-linejoin="round">' +
  '<path d="M196 144h120l36 104H160zM98 272h120l36 104H62zM294 272h120l36 104H258z"/></g>';
const WITHOUT_COUNTRY = { fiat: GLOBE, crypto: COIN, metal: BARS };

/**
 * Flags of all supported currencies and their sub-units in one file. A page shows a flag by its currency's code, such
 * as `#usd`. The catalogue decides which flags the file has, so the file changes only with the code.
 */
export function flagSprite(): SiteFile {
  const ofCurrencies = new Map(catalogue.map(({ code, type }) => [code, drawingOf(code, type)]));
  const ofSubUnits = Array.from(subUnits.values(), ({ code, of }) => [code, ofCurrencies.get(of) ?? ''] as const);
  const symbols = [...ofCurrencies, ...ofSubUnits].map(
    ([code, drawing]) => `<symbol id="${code.toLowerCase()}" viewBox="0 0 512 512">${drawing}</symbol>`,
  );
  const body = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 8).toUpperCase();
  return { path: `assets/flags-${hash}.svg`, body };
}

function drawingOf(code: string, type: Currency['type']): string {
  const country = countryOf(code, type);
  if (country === null) return WITHOUT_COUNTRY[type];
  const file = `${country.toLowerCase()}.svg`;
  const drawing = CIRCLE_FLAG.exec(readFileSync(new URL(file, folder), 'utf8'))?.[1];
  if (drawing === undefined || drawing.includes(' id='))
    throw new SyntaxError(`circle-flags draws ${file} differently.`);
  return drawing;
}

/**
 * A currency's flag as markup. `src/pages/converter/picker/flag.ts` creates the same element in the browser.
 *
 * @param sprite the URL of {@link flagSprite}
 */
export function flagIcon(code: string, sprite: string): string {
  return fillTemplate('<svg class="flag" aria-hidden="true"><use href="{{sprite}}#{{id}}"/></svg>', {
    sprite,
    id: code.toLowerCase(),
  });
}
