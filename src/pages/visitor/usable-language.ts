import { acceptedTags } from './visitor-locale.ts';

// uPlot creates a number format for `navigator.language` when it loads. If Intl rejects that language, uPlot would stop
// the page's script, so the language is replaced first.
try {
  new Intl.NumberFormat(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: acceptedTags(navigator.languages)[0] ?? 'en' });
}
