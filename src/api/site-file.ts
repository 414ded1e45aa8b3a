export interface SiteFile {
  /** Relative to the site's root, separated by `/`. */
  readonly path: string;
  readonly body: string | Uint8Array;
}

/** The URL path of a file. Pages have no ending: `docs/index.html` → `/docs/`, `docs/limits.html` → `/docs/limits`. */
export function addressOf(path: string): string {
  return `/${path.replace(/(?<=^|\/)index\.html$|\.html$/, '')}`;
}
