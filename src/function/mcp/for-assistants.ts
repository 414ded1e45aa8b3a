import { addresses } from '../../api/paths.ts';

/** The tools that return what errors refer to by path. */
const toolsByPath = new Map<string, string>([
  [addresses.currencyFacts, 'list_currencies'],
  [addresses.status, 'explain_rate'],
  [addresses.history, 'history'],
]);

/**
 * A message for an assistant, which doesn't know the site's host, and often can't send other requests. So a path whose
 * document a tool explains or returns becomes the tool's name, and other paths become URLs:
 * `See /api/v1/status for the reason` → `Use the tool explain_rate for the reason`.
 *
 * @param called the tool with this message, which needn't be called again
 */
export function forAssistants(
  message: string,
  { called, origin }: { readonly called: string; readonly origin: string },
): string {
  return message
    .replaceAll(/(See )?(\/api\/v1\/\w+)(?:\?(\S+))?(?=\s|$)/g, (text, see: string, path: string, query: string) => {
      const tool = toolsByPath.get(path);
      if (tool === undefined || tool === called) return text;
      const given = query ? ` with ${JSON.stringify(Object.fromEntries(new URLSearchParams(query)))}` : '';
      return `${see ? 'Use ' : ''}the tool ${tool}${given}`;
    })
    .replaceAll(/(?<=^|[\s(])\/(?=(api|archive|receipts?|SHA256SUMS)\b)/g, `${origin}/`);
}
