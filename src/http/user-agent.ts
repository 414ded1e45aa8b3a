import packageJson from '../../package.json' with { type: 'json' };

const { repository } = packageJson as { readonly repository?: string };

/** What sends a request, and where to read about it. Some hosts block requests that don't say. */
export const userAgent = repository === undefined ? 'Ratesheet' : `Ratesheet (+${repository})`;
