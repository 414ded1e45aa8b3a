import { paths } from '../../api/paths.ts';
import { jsonFile } from '../../api/query/published-file.ts';
import type { Site } from '../../api/query/site.ts';
import type { ToolsFile } from '../../api/tools/tools-file.ts';
import { quoted } from '../../text/quote.ts';
import { callTool } from './call-tool.ts';
import { type JsonObject, type Message, RpcError } from './message.ts';
import { earlier, type Era, revisions } from './revision.ts';

export interface MethodInput {
  readonly revision: string;
  readonly origin: string;
  readonly openSite: () => Promise<Site>;
}

type Method = (params: JsonObject, input: MethodInput) => object | Promise<object>;

/** The methods of each era. The server has tools only: no prompts, resources or subscriptions. */
const methods: Readonly<Record<Era, ReadonlyMap<string, Method>>> = {
  current: new Map<string, Method>([
    ['server/discover', discover],
    ['tools/list', async (params, input) => ({ ...(await listTools(params, input)), ...cached })],
    ['tools/call', callTool],
  ]),
  earlier: new Map<string, Method>([
    ['initialize', initialize],
    ['ping', () => ({})],
    ['tools/list', listTools],
    ['tools/call', callTool],
  ]),
};

/** Lists change only with a deployment. */
const cached = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

const serverInfo = ({ revision }: MethodInput) => ({ name: 'ratesheet', title: 'Ratesheet', version: revision });

/**
 * The result of a request.
 *
 * @throws {RpcError} if the method doesn't exist, or if its parameters are invalid
 */
export async function answerMethod({ method, params }: Message, era: Era, input: MethodInput): Promise<object> {
  const answer = methods[era].get(method);
  if (!answer) {
    // Earlier clients take an HTTP error for an error of the connection.
    throw new RpcError(era === 'current' ? 404 : 200, 'methodNotFound', `Method not found: ${quoted(method)}`);
  }
  const result = await answer(params, input);
  if (era === 'earlier') return result;
  return { resultType: 'complete', ...result, _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo(input) } };
}

const capabilities = { tools: {} };

function discover(_: JsonObject, input: MethodInput) {
  return { supportedVersions: revisions, capabilities, instructions: instructions(input), ...cached };
}

/** If the client requests another revision, it gets the newest of these, and decides whether to continue. */
function initialize({ protocolVersion: requested }: JsonObject, input: MethodInput) {
  const [newest] = earlier;
  return {
    protocolVersion: earlier.find((known) => known === requested) ?? newest,
    capabilities,
    serverInfo: serverInfo(input),
    instructions: instructions(input),
  };
}

const instructions = ({ origin }: MethodInput) =>
  'Daily reference rates and official rates of central banks, not live market rates. With each rate, give its date ' +
  `and its source. If a result says that rates are held or stale, say so. The same data as an HTTP API: ${origin}/llms.txt`;

/** The definitions of the tools, as the build writes them. */
const toolsFile = jsonFile(paths.tools, (file: ToolsFile) => file);

async function listTools({ cursor }: JsonObject, { openSite }: MethodInput) {
  if (cursor != null) {
    throw new RpcError(200, 'invalidParams', 'Unknown cursor. The list of tools has one page, so omit the cursor');
  }
  const site = await openSite();
  const { tools } = await site.read(toolsFile);
  return { tools };
}
