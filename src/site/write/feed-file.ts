import { newestDay } from '../../archive/archive.ts';
import { feedPath } from '../../api/paths.ts';
import type { SiteFile } from '../../api/site-file.ts';
import type { FeedEvent, FeedInput } from '../../api/feed/feed-event.ts';
import { feedEvents } from '../../api/feed/feed-events.ts';
import { escapeHtml } from '../../pages/build/fill-template.ts';
import { present } from '../../text/present.ts';
import { sha256 } from '../checksums.ts';

/**
 * `feed.xml`: the changes that users of the rates should know, as an Atom feed (RFC 4287). If the site's URL isn't
 * known, links are relative to the feed, which may be below a path.
 */
export function feedFile(input: FeedInput, url?: string): SiteFile {
  const events = feedEvents(input);
  const { date } = present(newestDay(input.archive), 'day');
  const root = url === undefined ? '' : `${url}/`;
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    element('id', idOf('feed')),
    element('title', 'Ratesheet: changes of the data'),
    element('subtitle', 'Redenominations, held and omitted rates, changes of source, and corrections of past rates'),
    element('updated', events[0]?.at ?? `${date}T00:00:00.000Z`),
    '<author><name>Ratesheet</name></author>',
    link('self', `${root}${feedPath}`, 'application/atom+xml'),
    link('alternate', `${root}docs/data-quality#feed`, 'text/html'),
    ...events.map((event) => entry(event, root)),
    '</feed>',
  ];
  return { path: feedPath, body: lines.map((line) => `${line}\n`).join('') };
}

function entry({ key, at, title, text, explainedBy }: FeedEvent, root: string): string {
  return [
    '<entry>',
    element('id', idOf(`entry ${key}`)),
    element('title', title),
    element('published', at),
    element('updated', at),
    link('alternate', `${root}${explainedBy}`),
    element('content', text),
    '</entry>',
  ].join('\n');
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

function link(rel: string, href: string, type?: string): string {
  const ofType = type === undefined ? '' : ` type="${type}"`;
  return `<link rel="${rel}"${ofType} href="${escapeXml(href)}"/>`;
}

/** Escapes text for XML. Characters that XML can't contain, even escaped, are replaced. */
function escapeXml(text: string): string {
  return escapeHtml(
    text.toWellFormed().replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}'),
  );
}

/** A UUID of version 8 (RFC 9562), computed from a text. It doesn't depend on the site's URL, so mirrors share it. */
function idOf(text: string): string {
  const hash = sha256(`Ratesheet ${text}`);
  const variant = ((parseInt(hash.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `urn:uuid:${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
