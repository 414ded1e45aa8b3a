import { present } from '../../text/present.ts';
import versions from './versions.json' with { type: 'json' };

/**
 * Version of the JavaScript client's npm package. It is independent of the site's version, because users' lockfiles
 * have the hash of the package: the same version must always have the same bytes.
 */
export const clientVersion = present(Object.keys(versions).at(-1), 'version in versions.json');
