import { visitorLocale } from './visitor-locale.ts';

// uPlot creates a number format for navigator.language when it loads. If Intl rejects that language, the script would
// end.
try {
  new Intl.NumberFormat(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: visitorLocale() });
}
