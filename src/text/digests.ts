/** A SHA-256 hash in hexadecimal. */
export const SHA256 = /^[0-9a-f]{64}$/;

/** A git commit hash, full or abbreviated. */
export const COMMIT = /^[0-9a-f]{4,64}$/;

/** A semantic version (https://semver.org) of limited length. */
export const VERSION = /^\d{1,9}\.\d{1,9}\.\d{1,9}([-+][\w.+-]{1,80})?$/;
