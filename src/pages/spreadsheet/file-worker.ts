import { FileWork, Superseded } from './worker/file-work.ts';
import { FileError } from '../../text/site-problem.ts';
import type { Call, Message } from './worker/messages.ts';

/*
 * The worker of the page: it answers the page's calls. Only this file knows that it runs in a worker.
 */

const scope = globalThis as unknown as {
  postMessage(message: Message): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<Call>) => void): void;
};

const work = new FileWork((report) => scope.postMessage({ report }));

scope.addEventListener('message', ({ data: { id, now, name, input } }) => {
  void work.answer(now, name, input).then(
    (output) => scope.postMessage({ id, output }),
    (error: unknown) => {
      scope.postMessage({ id, failed: error instanceof FileError ? error.path : undefined });
      // A fault of the code is shown in the browser's console.
      if (!(error instanceof FileError || error instanceof Superseded)) throw error;
    },
  );
});
