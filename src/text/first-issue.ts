import type { z } from 'zod';
import { quoteName } from './quote.ts';

/** A document's first problem and the number of further problems, as text. There may be hundreds of problems. */
export function firstIssue({ issues: [first, ...others] }: z.ZodError): string {
  const where = first?.path.map((key) => `${quoteName(String(key))}: `).join('') ?? '';
  return `${where}${first?.message ?? ''}${others.length > 0 ? ` (and ${others.length} more)` : ''}`;
}
