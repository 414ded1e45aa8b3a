import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../text/json/parse-json.ts';
import { healthPath, healthSchema, type Health } from './health.ts';

/** The file in which a server of a folder says where it listens. It stays if the server is killed. */
const FILE = 'server.json';

const runningServerSchema = z.object({
  /** Identifies the server. After a server was killed, another server may listen at its URL. */
  id: z.string(),
  url: z.url(),
});

export type RunningServer = z.infer<typeof runningServerSchema>;

/** Milliseconds to wait for the health of a server on this machine. It may have thousands of other requests. */
const ANSWERING = 5000;

/** The server that serves a folder; undefined if none runs. */
export async function serverOf(dir: string, signal: AbortSignal): Promise<RunningServer | undefined> {
  const server = writtenIn(dir);
  return server && (await healthOf(server, signal)) ? server : undefined;
}

/** The version that a server serves; undefined if it serves no site yet, or doesn't respond. */
export async function siteOf(server: RunningServer, signal: AbortSignal): Promise<string | undefined> {
  return (await healthOf(server, signal))?.site?.version;
}

export function announceServer(dir: string, server: RunningServer): void {
  writeFileSync(join(dir, FILE), `${JSON.stringify(server)}\n`);
}

/** Removes the file of a server, but not of another server that has replaced it. */
export function withdrawServer(dir: string, { id }: RunningServer): void {
  if (writtenIn(dir)?.id === id) rmSync(join(dir, FILE), { force: true });
}

function writtenIn(dir: string): RunningServer | undefined {
  try {
    return runningServerSchema.safeParse(parseJson(readFileSync(join(dir, FILE), 'utf8'))).data;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** @returns undefined if another server or none responds */
async function healthOf({ id, url }: RunningServer, signal: AbortSignal): Promise<Health | undefined> {
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(ANSWERING)]);
    const response = await fetch(url + healthPath, { signal: limit });
    const { data } = healthSchema.safeParse(parseJson(await response.text()));
    return data?.server === id ? data : undefined;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
