/** What is wrong with a response of `/mcp`; undefined if it's a response of the protocol to an invalid message. */
export function problemOf(status: number, text: string): string | undefined {
  if (status === 202) return text === '' ? undefined : 'A response to a notification has a body';
  if (status !== 200 && (status < 400 || status >= 500)) return `Status ${status}`;
  const document = JSON.parse(text) as Record<string, unknown> | Record<string, unknown>[];
  // A batch gets a response to each of its requests. Their errors have no status of their own.
  if (!Array.isArray(document)) return problemIn(document, status, text);
  return document.map((part) => problemIn(part, 200, text)).find((problem) => problem !== undefined);
}

function problemIn(
  { jsonrpc, id, result, error, ...rest }: Record<string, unknown>,
  status: number,
  text: string,
): string | undefined {
  if (jsonrpc !== '2.0' || Object.keys(rest).length > 0) return `Not JSON-RPC: ${text.slice(0, 200)}`;
  if (id !== undefined && typeof id !== 'string' && !Number.isSafeInteger(id)) return `Id ${JSON.stringify(id)}`;
  if ((result === undefined) === (error === undefined)) return 'Neither a result nor an error';
  if (error === undefined) return status === 200 ? undefined : `A result with status ${status}`;
  const { code, message } = error as { readonly code: unknown; readonly message: unknown };
  const isError = typeof code === 'number' && code <= -32_000 && typeof message === 'string' && message.length < 1000;
  return isError ? undefined : `Not an error of the protocol: ${text.slice(0, 200)}`;
}
