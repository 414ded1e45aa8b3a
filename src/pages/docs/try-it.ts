import { requestAddress } from '../../api/request-address.ts';
import { type Answer, ask } from '../frame/ask.ts';
import { create, find } from '../frame/elements.ts';

/** Timeout of a request, in milliseconds. */
const PATIENCE = 20_000;
/** Maximum characters to show. Longer responses would make the browser slow. */
const MAX_SHOWN = 20_000;
/** Headers that are useful for callers. */
const shownHeaders = ['Content-Type', 'Cache-Control', 'ETag', 'Access-Control-Allow-Origin'];

const format = new Intl.NumberFormat('en');

/** Makes every form of the reference send its request to this host and show the response. */
export function enableTryIt(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-address]')) {
    const calls = find(`calls-${form.dataset['name'] ?? ''}`, HTMLElement);
    // Each example has the URL as a string in quotes.
    const isUrl = ({ textContent }: Element) => textContent.slice(1, -1) === location.origin + addressOf(form);
    const urls = Array.from(calls.querySelectorAll('.hljs-string')).filter(isUrl);
    form.addEventListener('input', () => {
      for (const url of urls) {
        const quote = url.textContent.slice(0, 1);
        url.textContent = quote + location.origin + addressOf(form) + quote;
      }
    });
    const show = placeAfter(calls);
    let asking = new AbortController();
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      // A new request replaces the previous request.
      asking.abort();
      asking = new AbortController();
      void tryIt(addressOf(form), asking.signal, show);
    });
  }
}

/** The URL path of a form's request. */
function addressOf(form: HTMLFormElement): string {
  const fields = form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select');
  return requestAddress(
    form.dataset['address'] ?? '',
    new Map(Array.from(fields, ({ name, value }) => [name, value.trim()])),
  );
}

/** Shows the outcome of a request and removes the previous outcome. */
type Show = (outcome: { isGood: boolean; summary: string; details: readonly Node[] }) => void;

/** Returns a function that shows each outcome in an element after the request. The first outcome adds the element. */
function placeAfter(request: Element): Show {
  const place = create('div', { class: 'tried' });
  const said = find('said', HTMLElement);
  return ({ isGood, summary, details }) => {
    place.classList.toggle('wrong', !isGood);
    place.replaceChildren(create('h4', {}, 'Response ', create('small', {}, summary)), ...details);
    if (!place.isConnected) request.after(place);
    place.scrollIntoView({ block: 'nearest' });
    said.textContent = summary;
  };
}

async function tryIt(address: string, stop: AbortSignal, show: Show): Promise<void> {
  const asked = create('p', { class: 'asked' }, `GET ${address}`);
  show({ isGood: true, summary: 'Sending …', details: [asked] });
  try {
    const answer = await ask(address, { signal: AbortSignal.any([stop, AbortSignal.timeout(PATIENCE)]) });
    const [isGood, summary] = [answer.status < 400, summaryOf(answer)];
    if (!stop.aborted) show({ isGood, summary, details: [asked, ...shownAnswer(answer)] });
  } catch (error) {
    if (stop.aborted) return;
    show({ isGood: false, summary: 'No response', details: [asked, create('p', {}, reasonOf(error))] });
  }
}

function summaryOf({ status, bytes, complete, milliseconds }: Answer): string {
  const read = `${format.format(bytes)} bytes in ${format.format(Math.round(milliseconds))} ms`;
  return `Status ${status}, ${complete ? '' : 'more than '}${read}`;
}

function reasonOf(error: unknown): string {
  return error instanceof DOMException && error.name === 'TimeoutError'
    ? `This host did not respond within ${PATIENCE / 1000} seconds. Try again.`
    : 'This host could not be reached. Are you online? Try again.';
}

function shownAnswer({ headers, text }: Answer): Node[] {
  const type = headers.get('Content-Type') ?? '';
  const readable = printed(type, text);
  const shown = readable.slice(0, MAX_SHOWN);
  const cut = `The first ${format.format(MAX_SHOWN)} of ${format.format(readable.length)} characters are shown.`;
  return [
    create(
      'dl',
      { class: 'headers' },
      ...shownHeaders.map((name) =>
        create('div', {}, create('dt', {}, name), create('dd', {}, headers.get(name) ?? 'none')),
      ),
    ),
    create('pre', { tabindex: '0' }, create('code', {}, ...(isJson(type) ? colored(shown) : [shown]))),
    ...(shown === readable ? [] : [create('p', { class: 'small' }, cut)]),
  ];
}

/** Colors JSON as the examples are colored when the page is built. */
function colored(json: string): (string | Node)[] {
  // Strings, numbers and other literals have an odd index.
  const parts = json.split(/("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)/);
  return parts.map((part, index) => {
    if (index % 2 === 0) return part;
    const kind = part.startsWith('"') ? (parts[index + 1]?.startsWith(':') ? 'attr' : 'string') : 'literal';
    return create('span', { class: `hljs-${kind}` }, part);
  });
}

/** Indents JSON. Other texts and invalid JSON stay unchanged. */
function printed(type: string, text: string): string {
  if (!isJson(type)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

const isJson = (type: string) => type.startsWith('application/json');
