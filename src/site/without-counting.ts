/** A page without the script that Cloudflare adds to pages if a project counts visits. */
export function withoutCounting(page: Buffer): Buffer {
  const text = page.toString();
  return COUNTING.test(text) ? Buffer.from(text.replace(COUNTING, '')) : page;
}

/** Matches exactly Cloudflare's script. Anything else in its place counts as a difference. */
const COUNTING = (() => {
  const mark = '<!-- Cloudflare Pages Analytics -->';
  const attributes = [
    'defer',
    'type=["\']module["\']',
    'src=["\']https://static\\.cloudflareinsights\\.com/beacon\\.min\\.js[\\w/.]*["\']',
    "data-cf-beacon='\\{[^'<>]*\\}'",
    '(?:integrity|crossorigin)="[\\w+/=-]*"',
  ];
  return new RegExp(`${mark}<script(?: (?:${attributes.join('|')}))+></script>${mark}`);
})();
