import { ApiError } from '../../api/error.ts';
import type { Site } from '../../api/query/site.ts';
import { freshnessInWords, freshnessOf } from '../../api/tools/freshness.ts';
import { parseArguments } from '../../api/tools/parse-arguments.ts';
import { tools } from '../../api/tools/tools.ts';
import { quoted } from '../../text/quote.ts';
import { forAssistants } from './for-assistants.ts';
import { isObject, type JsonObject, RpcError } from './message.ts';

interface CallInput {
  readonly origin: string;
  readonly openSite: () => Promise<Site>;
}

/**
 * Calls a tool. An error of the tool is a result, because the assistant reads it and can correct its arguments.
 *
 * @throws {RpcError} if the tool doesn't exist, or if its arguments aren't an object
 */
export async function callTool({ name, arguments: given }: JsonObject, { origin, openSite }: CallInput) {
  const tool = tools.find((known) => known.name === name);
  if (!tool) {
    const names = tools.map((known) => known.name).join(', ');
    const unknown = typeof name === 'string' ? `Unknown tool: ${quoted(name)}` : 'The params need the name of a tool';
    throw new RpcError(200, 'invalidParams', `${unknown}. Tools: ${names}`);
  }
  if (given != null && !isObject(given)) {
    throw new RpcError(200, 'invalidParams', 'The arguments must be an object, by name of the parameter');
  }
  const inWords = (text: string) => asText(forAssistants(text, { called: tool.name, origin }));
  try {
    // An invalid call reads no file.
    const values = parseArguments(tool, given ?? {}, tools);
    const site = await openSite();
    const { document, sentences, newest } = await tool.call(values, site);
    const freshness = newest && (await freshnessOf(newest, site));
    const content = { ...document, ...(freshness && { freshness }) };
    const said = [...sentences, ...(freshness ? [freshnessInWords(freshness)] : [])].join(' ');
    return {
      // Some clients read only the text, so it also has the JSON.
      content: [inWords(said), asText(JSON.stringify(content))],
      structuredContent: content,
      isError: false,
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { content: [inWords(error.message)], isError: true };
  }
}

const asText = (text: string) => ({ type: 'text', text });
