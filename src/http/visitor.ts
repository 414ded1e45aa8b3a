import { randomInt } from 'node:crypto';

/**
 * Random request headers, like the headers that a web page or a program sends. Each request gets new headers, so that a
 * host can't recognize our checks and treat them better than visitors.
 */
export function visitorHeaders(): Record<string, string> {
  return pick([pageInBrowser, curl, python, node])();
}

function pageInBrowser(): Record<string, string> {
  const origin = `https://${pick(['', 'www.', 'app.', 'shop.'])}${name()}.${pick(['com', 'org', 'io', 'de', 'co.uk', 'fr'])}`;
  const system = pick(['Windows NT 10.0; Win64; x64', 'Macintosh; Intel Mac OS X 10_15_7', 'X11; Linux x86_64']);
  return {
    'User-Agent': `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${chrome()}.0.0.0 Safari/537.36`,
    Accept: '*/*',
    Origin: origin,
    'Sec-Fetch-Site': 'cross-site',
    'Sec-Fetch-Mode': 'cors',
    'Sec-Fetch-Dest': 'empty',
    Referer: `${origin}/`,
    'Accept-Encoding': 'gzip, deflate, br, zstd',
    'Accept-Language': pick(['en-US,en;q=0.9', 'de-DE,de;q=0.9,en;q=0.8', 'fr-FR,fr;q=0.9', 'en-GB,en;q=0.9']),
  };
}

function curl(): Record<string, string> {
  return { 'User-Agent': `curl/8.${randomInt(20)}.${randomInt(2)}`, Accept: '*/*' };
}

function python(): Record<string, string> {
  return {
    'User-Agent': `python-requests/2.${randomInt(28, 33)}.${randomInt(4)}`,
    'Accept-Encoding': 'gzip, deflate',
    Accept: '*/*',
    Connection: 'keep-alive',
  };
}

function node(): Record<string, string> {
  return {
    Accept: '*/*',
    'Accept-Language': '*',
    'Sec-Fetch-Mode': 'cors',
    'User-Agent': 'node',
    'Accept-Encoding': 'gzip, deflate',
  };
}

/** A recent version of Chrome. Version 131 appeared in November 2024, and a new version follows every four weeks. */
function chrome(): number {
  const weeks = (Date.now() - Date.UTC(2024, 10, 12)) / (7 * 86_400_000);
  return 131 + Math.floor(weeks / 4) - randomInt(4);
}

function name(): string {
  return Array.from({ length: randomInt(4, 10) }, () => pick('abcdefghiklmnoprstuvwz'.split(''))).join('');
}

function pick<T>(of: readonly T[]): T {
  return of[randomInt(of.length)] as T;
}
