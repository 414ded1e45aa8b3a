import { instantAt } from '../../../money/calendar.ts';
import { ownScript } from '../../frame/own-script.ts';
import type { Call as Sent, FileCalls, Message, Report } from './messages.ts';

/** A call that the worker couldn't answer. */
export class CallFailed extends Error {
  /** The file of the site that couldn't be read; undefined for another error. */
  readonly path: string | undefined;

  constructor(path: string | undefined) {
    super(path);
    this.path = path;
  }
}

interface Call {
  readonly resolve: (output: never) => void;
  readonly reject: (error: CallFailed) => void;
}

export type CallWorker = <Name extends keyof FileCalls>(
  name: Name,
  ...input: Parameters<FileCalls[Name]>
) => Promise<ReturnType<FileCalls[Name]>>;

/**
 * A function that calls one of the worker's functions. The first call starts the worker, so that on a first visit, the
 * service worker is usually ready to cache what it reads.
 */
export function workerAt(path: string, onReport: (report: Report) => void): CallWorker {
  let worker: Worker | undefined;
  const open = new Map<number, Call>();
  let calls = 0;

  function start(): Worker {
    const started = new Worker(ownScript(path), { type: 'module' });
    started.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if ('report' in data) {
        onReport(data.report);
        return;
      }
      const call = open.get(data.id);
      open.delete(data.id);
      if ('output' in data) call?.resolve(data.output as never);
      else call?.reject(new CallFailed(data.failed));
    });
    // The script couldn't be loaded, so no call is answered. The next call tries again.
    started.addEventListener('error', () => {
      for (const { reject } of open.values()) reject(new CallFailed(path));
      open.clear();
      worker = undefined;
    });
    return started;
  }

  return (name, ...input) => {
    const id = ++calls;
    worker ??= start();
    worker.postMessage({ id, now: instantAt(Date.now()), name, input } satisfies Sent);
    return new Promise((resolve, reject) => open.set(id, { resolve, reject }));
  };
}
