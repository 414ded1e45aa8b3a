import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';

/** The runtime of Cloudflare's edge by itself, each of its services on a port of its own. */
export interface Workerd extends AsyncDisposable {
  readonly pid: number;
  /** A Worker that says hello. */
  readonly hello: string;
  /** The site's files, served as they are. */
  readonly files: string;
  /** The Function, which reads the site's files. */
  readonly theFunction: string;
}

const helloWorld = `export default {
  fetch: () => new Response('Hello, world', { headers: { 'Content-Type': 'text/plain' } }),
};
`;

/**
 * Starts workerd without the proxy and the asset server that `wrangler pages dev` puts before it, and that take longer
 * than what is to be measured.
 *
 * @param folder for the settings
 * @param site the folder of a site
 */
export async function startWorkerd(folder: string, site: string, compatibilityDate: string): Promise<Workerd> {
  const [hello, files, theFunction] = [await freePort(), await freePort(), await freePort()];
  const worker = (module: string) =>
    `(modules = [(name = "worker", esModule = embed "${module}")], compatibilityDate = "${compatibilityDate}"`;
  const socket = (service: string, port: number) =>
    `(name = "${service}", address = "127.0.0.1:${port}", http = (), service = "${service}")`;
  const settings = join(folder, 'workerd.capnp');
  writeFileSync(join(folder, 'hello.js'), helloWorld);
  copyFileSync(join(site, '_worker.js'), join(folder, 'function.js'));
  writeFileSync(
    settings,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "hello", worker = ${worker('hello.js')})),
    (name = "files", disk = "${site}"),
    (name = "function", worker = ${worker('function.js')}, bindings = [(name = "ASSETS", service = "files")])),
  ],
  sockets = [${[socket('hello', hello), socket('files', files), socket('function', theFunction)].join(', ')}],
);
`,
  );
  const binary = join(import.meta.dirname, '../../node_modules/workerd/bin/workerd');
  const child = spawn(binary, ['serve', settings], { stdio: ['ignore', 'inherit', 'inherit'] });
  const exited = once(child, 'exit');
  const url = (port: number) => `http://127.0.0.1:${port}`;
  for (let attempt = 0; ; attempt++) {
    if (child.exitCode !== null || attempt === 100) {
      child.kill();
      throw new Error('workerd did not start.');
    }
    if (
      await fetch(url(theFunction)).then(
        () => true,
        () => false,
      )
    )
      break;
    await sleep(50);
  }
  return {
    pid: child.pid ?? NaN,
    hello: url(hello),
    files: url(files),
    theFunction: url(theFunction),
    async [Symbol.asyncDispose]() {
      child.kill();
      await exited;
    },
  };
}
