import { addresses } from '../paths.ts';

/** The tools that return what errors refer to by path. */
const toolsByPath = new Map<string, string>([
  [addresses.currencyFacts, 'list_currencies'],
  [addresses.status, 'explain_rate'],
  [addresses.history, 'history'],
]);

/**
 * Names tools in a message instead of paths, because many assistants can't send other requests:
 * `See /api/v1/status for the reason` → `Use the tool explain_rate for the reason`.
 *
 * @param called the tool with this message, which needn't be called again
 */
export function namingTools(message: string, called: string): string {
  return message.replaceAll(
    /(See )?(\/api\/v1\/\w+)(?:\?(\S+))?(?=\s|$)/g,
    (text, see: string, path, query: string) => {
      const tool = toolsByPath.get(path as string);
      if (tool === undefined || tool === called) return text;
      const given = query ? ` with ${JSON.stringify(Object.fromEntries(new URLSearchParams(query)))}` : '';
      return `${see ? 'Use ' : ''}the tool ${tool}${given}`;
    },
  );
}
