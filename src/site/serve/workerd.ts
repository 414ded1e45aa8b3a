import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** A service of workerd: a Worker with its bindings, a folder, or a server on this machine. */
export type Service =
  | { readonly code: string; readonly bindings?: Readonly<Record<string, string>> }
  | { readonly folder: string }
  | { readonly server: string };

/** A running workerd, the runtime of Cloudflare Workers. */
export interface Workerd<Name extends string> extends AsyncDisposable {
  readonly pid: number;
  readonly urls: Readonly<Record<Name, string>>;
  /** What workerd and its services have printed so far. */
  readonly log: () => string;
}

const home = join(import.meta.dirname, '../../..');

/** The path of wrangler's workerd program. The package's starter, bin/workerd, doesn't forward the control stream. */
const { default: program } = createRequire(import.meta.resolve('wrangler'))('workerd') as { default: string };

/** The compatibility date in `wrangler.jsonc`. */
export function compatibilityDate(): string {
  const settings = readFileSync(join(home, 'wrangler.jsonc'), 'utf8');
  const date = /"compatibility_date": "(.+?)"/.exec(settings)?.[1];
  if (date === undefined) throw new Error('wrangler.jsonc has no compatibility date. Add `compatibility_date`.');
  return date;
}

/**
 * Starts workerd without the proxy and the asset server of `wrangler pages dev`. These servers take longer than the
 * code under test, and tests can't make them fail. Each service listens on its own port.
 *
 * @param folder the folder for workerd's settings and the services' code
 */
export async function startWorkerd<Name extends string>(
  folder: string,
  services: Readonly<Record<Name, Service>>,
): Promise<Workerd<Name>> {
  const names = Object.keys(services) as Name[];
  const settings = join(folder, 'workerd.capnp');
  writeFileSync(
    settings,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [${names.map((name) => describe(folder, name, services[name])).join(', ')}],
  sockets = [${names.map((name) => `(name = "${name}", address = "127.0.0.1:0", http = (), service = "${name}")`).join(', ')}],
);
`,
  );
  const child = spawn(program, ['serve', settings, '--control-fd=3'], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let log = '';
  const append = (text: string) => (log += text);
  child.stdout?.setEncoding('utf8').on('data', append);
  child.stderr?.setEncoding('utf8').on('data', append);
  const urls = await listeningUrls(child.stdio[3] as Readable, names.length);
  if (!urls) throw new Error(`workerd did not start: ${log}`);
  return {
    pid: child.pid ?? NaN,
    urls: urls as Record<Name, string>,
    log: () => log,
    async [Symbol.asyncDispose]() {
      // SIGTERM would wait for requests that never end.
      child.kill('SIGKILL');
      await exited;
    },
  };
}

function describe(folder: string, name: string, service: Service): string {
  if ('folder' in service) return `(name = "${name}", disk = "${service.folder}")`;
  if ('server' in service) return `(name = "${name}", external = (address = "${service.server}", http = ()))`;
  const module = `${name}.js`;
  writeFileSync(join(folder, module), service.code);
  const bindings = Object.entries(service.bindings ?? {}).map(
    ([binding, target]) => `(name = "${binding}", service = "${target}")`,
  );
  return (
    `(name = "${name}", worker = (modules = [(name = "worker", esModule = embed "${module}")], ` +
    `compatibilityDate = "${compatibilityDate()}", bindings = [${bindings.join(', ')}]))`
  );
}

/** Reads the services' ports from workerd's control stream; undefined if workerd ends before all services listen. */
async function listeningUrls(control: Readable, count: number): Promise<Record<string, string> | undefined> {
  const urls: Record<string, string> = {};
  for await (const line of createInterface(control)) {
    const { event, socket, port } = JSON.parse(line) as { event: string; socket: string; port: number };
    if (event === 'listen') urls[socket] = `http://127.0.0.1:${port}`;
    if (Object.keys(urls).length === count) return urls;
  }
  return undefined;
}
