import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const file = createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');

/** A style with the font of all pictures, so that they look the same on every machine. */
export const interStyle =
  `@font-face { font-family: Inter; font-weight: 100 900; src: url(data:font/woff2;base64,${readFileSync(file, 'base64')}); }\n` +
  'body { font-family: Inter, sans-serif; }\n';
