/** A version of a site at a host. */
export interface Deployed {
  readonly id: string;
  /** The version's own URL, or its folder. It never has another version, unless the host keeps only one. */
  readonly url: string;
}

/** What a host serves. */
export interface Live {
  /** The URL of the live site, without a slash at the end. */
  readonly address: string;
  /** The live version; null if nothing is published yet. */
  readonly deployed: Deployed | null;
  /** The time on the host's clock, as in the header `Date`; null if the host doesn't say. */
  readonly clock: string | null;
}

/** What a host shows beside a version. */
export interface About {
  /** The date of the rates, `YYYY-MM-DD`. */
  readonly asOf: string;
  readonly commit?: string | undefined;
}

/** A place where sites are published. Each host is one file. */
export interface Host {
  readonly name: string;
  /**
   * Reads what is live.
   *
   * @param onEmpty called if nothing is published, before the host is changed. Throws if no new archive may start there
   */
  readonly live: (onEmpty: () => Promise<void>, signal: AbortSignal) => Promise<Live>;
  /** Uploads the site in a folder to a URL where it can be tested, but where callers don't see it. */
  readonly upload: (folder: string, about: About, signal: AbortSignal) => Promise<Deployed & AsyncDisposable>;
  /**
   * Makes a tested version live.
   *
   * @param before the version on which the new one was built; null if nothing was published
   * @returns null if a later job of the workflow makes it live and checks it, or if nothing is left to check
   * @throws {CommandError} if another publisher has published meanwhile, or the version doesn't go live
   */
  readonly promote: (
    folder: string,
    about: About,
    before: Deployed | null,
    signal: AbortSignal,
  ) => Promise<Deployed | null>;
  /**
   * Makes an earlier version live again. Nothing interrupts it.
   *
   * @param ours the version that is to be replaced. If another version is live meanwhile, that version stays
   * @returns a sentence that says what is live now
   */
  readonly rollBack: (ours: Deployed, before: Deployed | null) => Promise<string>;
}
