import { quoted } from '../../text/quote.ts';
import { UsageError } from './command.ts';

/**
 * Reads an environment variable whose value becomes part of a header, a URL or a path.
 *
 * @returns undefined if it isn't set, or empty, because in a workflow a missing secret arrives as an empty variable
 * @throws {UsageError} if it has a character that no such value has, such as the line break at the end of a copied token
 */
export function variable(name: string): string | undefined {
  const value = process.env[name] ?? '';
  const [other] = /[^!-~]/u.exec(value) ?? [];
  if (other === undefined) return value === '' ? undefined : value;
  throw new UsageError(`${name} contains the character ${quoted(other)}. Set it again without this character.`);
}
