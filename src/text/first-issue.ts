import type { z } from 'zod';
import { quoteName } from './quote.ts';

/** What is wrong with a document, as part of a message. It may be wrong in hundreds of places; the first says enough. */
export function firstIssue({ issues: [first, ...others] }: z.ZodError): string {
  const where = first?.path.map((key) => `${quoteName(String(key))}: `).join('') ?? '';
  return `${where}${first?.message ?? ''}${others.length > 0 ? ` (and ${others.length} more)` : ''}`;
}
