let policy: TrustedPolicy | undefined;

/**
 * The path of one of the site's scripts as a trusted type, because the pages' security policy rejects a plain string.
 *
 * @param path such as `/service-worker.js`
 */
export function ownScript(path: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('own-scripts', { createScriptURL: checked });
  // TypeScript's types of functions that load scripts accept only strings.
  return (policy?.createScriptURL(path) as string | undefined) ?? checked(path);
}

/** @throws {TypeError} if the path isn't one of the site's files */
function checked(path: string): string {
  if (!/^(\/[\w.-]+)+\.js$/.test(path)) throw new TypeError(`${path} isn't a script of this site.`);
  return path;
}

interface TrustedTypes {
  createPolicy(name: string, rules: object): TrustedPolicy;
}

interface TrustedPolicy {
  createScriptURL(path: string): unknown;
}
