import { visitorLocale } from './visitor-locale.ts';

// uPlot makes a number format of navigator.language as soon as it is loaded. Where Intl refuses that one, the whole
// script would end there.
try {
  new Intl.NumberFormat(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: visitorLocale() });
}
