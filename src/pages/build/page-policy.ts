/**
 * A page can only use its own scripts, workers and styles, and only send requests to its own host. Injected text can't become
 * markup (trusted types) and can't send data elsewhere.
 */
const directives = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types own-scripts',
];

/** The policy as an element of every page, for hosts that don't read `_headers`. */
export const policyElement = `<meta http-equiv="Content-Security-Policy" content="${directives.join('; ')}" />`;

/** The policy as a header. Browsers accept `frame-ancestors` only in a header. */
export const pagePolicy = [...directives, "frame-ancestors 'none'"].join('; ');
