/** Limits of a request. Times are in milliseconds. */
export interface RequestLimits {
  /** Time for one attempt, until the last byte. */
  readonly timeout: number;
  /** Time for all attempts together. */
  readonly deadline: number;
  readonly tries: number;
  /** Time before the second attempt. Each further pause is three times as long. */
  readonly backOff: number;
  /** Maximum bytes of the body, encoded and decoded. A larger body is an error. */
  readonly maxBytes: number;
  /** Maximum number of redirects in a row. A request with a body or with the header `Authorization` isn't redirected. */
  readonly redirects: number;
}

/** The limits of a request that sets no others. */
export const defaultLimits: RequestLimits = {
  timeout: 10_000,
  deadline: Infinity,
  tries: 3,
  backOff: 500,
  maxBytes: 1_048_576,
  redirects: 5,
};

/** How each kind of request differs from the default limits. */
export const limitsOf = {
  /** Today's rates: of a mirror or of an official bank. A server that never responds doesn't delay a publish for long. */
  todaysRates: { deadline: 20_000 },
  /** One day's file on a dated mirror. A later run requests it again, so one short attempt is enough. */
  datedFile: { timeout: 5000, tries: 1 },
  /** A witness. If it doesn't respond in time, the publish continues without it. */
  witness: { timeout: 3000, deadline: 10_000 },
  /** Any source of rates in a preview, which may use recorded rates instead. */
  preview: { timeout: 4000, tries: 1 },
  /** A file of a site that is verified. `SHA256SUMS` of a site without a file limit has 14 MB. */
  verification: { timeout: 60_000, deadline: 60_000 },
  /** A service that a publish uses: Cloudflare's API, GitHub's API or the heartbeat. */
  service: { timeout: 30_000 },
} as const satisfies Readonly<Record<string, Partial<RequestLimits>>>;
