import '../terminal/environment.ts';
import { instantAt } from '../../money/calendar.ts';
import { publishSite, type PublishSiteOptions } from '../publish/publish-site.ts';
import { runPublish } from '../publish/run-publish.ts';
import { printOnlyProblems } from '../terminal/print.ts';

/*
 * One publish of `npm run serve`. It runs in a separate process, because it needs more memory than the server and would
 * delay requests for seconds. If the server ends, even if it's killed, this process ends, too.
 */

printOnlyProblems();
process.once('disconnect', () => process.exit(1));
await runPublish(async (signal) => {
  const options = await new Promise<Omit<PublishSiteOptions, 'now'>>((resolve) => process.once('message', resolve));
  await publishSite({ ...options, now: instantAt(Date.now()) }, signal);
});
