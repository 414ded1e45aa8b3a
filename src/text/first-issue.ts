import type { z } from 'zod';
import { quoteName } from './quote.ts';

/** Describes a document's first problem for a message, and counts the others, because there may be hundreds. */
export function firstIssue({ issues: [first, ...others] }: z.ZodError): string {
  const where = first?.path.map((key) => `${quoteName(String(key))}: `).join('') ?? '';
  return `${where}${first?.message ?? ''}${others.length > 0 ? ` (and ${others.length} more)` : ''}`;
}
