/** Whether this is an address of HTTP(S), and no folder. */
export function isHttpAddress(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}

/** Whether an address names a user or, which is as easily overlooked, a password alone. */
export function hasUserInfo(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.username + url.password !== '';
}

/** An address as it may be published and printed: without what may be a secret, which is user info, query and fragment. */
export function publicAddress(address: string): string {
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname}`;
}

/** The address of a path, which may have a query, below a base address, whose own query goes with it. */
export function addressBelow(base: string, path: string): string {
  const url = new URL(base);
  const below = new URL(path, url.origin);
  url.pathname = url.pathname.replace(/\/$/, '') + below.pathname;
  url.search = [url, below].flatMap(({ search }) => search.slice(1) || []).join('&');
  url.hash = '';
  return url.href;
}
