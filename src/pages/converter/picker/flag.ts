/** The URL of the file with all flags. The bundler sets it. */
declare const FLAGS: string;

const SVG = 'http://www.w3.org/2000/svg';

/** A currency's flag: the same element as `src/pages/converter/build/flags.ts` writes into the page. */
export function flagIcon(code: string): SVGSVGElement {
  const flag = document.createElementNS(SVG, 'svg');
  flag.setAttribute('class', 'flag');
  flag.setAttribute('aria-hidden', 'true');
  const drawing = document.createElementNS(SVG, 'use');
  drawing.setAttribute('href', `${FLAGS}#${code.toLowerCase()}`);
  flag.append(drawing);
  return flag;
}
