/** A SHA-256 as text. */
export const SHA256 = /^[0-9a-f]{64}$/;

/** A commit as git writes it, whole or in short. */
export const COMMIT = /^[0-9a-f]{4,64}$/;

/** A version as https://semver.org has it, and short. */
export const VERSION = /^\d{1,9}\.\d{1,9}\.\d{1,9}([-+][\w.+-]{1,80})?$/;
