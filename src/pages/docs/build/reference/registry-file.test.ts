import { expect, it } from 'vitest';
import { z } from 'zod';
import { registryFile } from './registry-file.ts';

/** What the registry's schema requires of these fields. */
const serverSchema = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z
    .string()
    .max(255)
    .regex(/^\d+\.\d+\.\d+(-[a-z.\d]+)?$/),
  websiteUrl: z.url(),
  remotes: z
    .array(z.strictObject({ type: z.literal('streamable-http'), url: z.url({ protocol: /^https?$/ }) }))
    .length(1),
});

it.each([
  ['https://rates.example', 'example.rates/ratesheet'],
  ['https://my-rates.pages.dev', 'dev.pages.my-rates/ratesheet'],
])('the file for the MCP Registry describes the server of %s as %s', (url, name) => {
  const { path, body } = registryFile({ url, version: '0.4.0-dev' });
  expect(path).toBe('mcp/server.json');
  const server = serverSchema.parse(JSON.parse(String(body)));
  expect(server).toMatchObject({ name, websiteUrl: `${url}/docs/assistants`, remotes: [{ url: `${url}/mcp` }] });
});
