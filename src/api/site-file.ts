/** A file of the site. */
export interface SiteFile {
  /** Relative to the site's root, separated by `/`. */
  readonly path: string;
  readonly body: string | Uint8Array;
}
