import { FileLimitError } from '../src/site/plan.ts';
import { SitePlaceError } from '../src/site/site-place.ts';
import { runCommand } from './command.ts';
import { readGenerateOptions } from './generate-options.ts';
import { generateSite } from './generate-site.ts';

await runCommand((signal) => generateSite(readGenerateOptions(), signal), [FileLimitError, SitePlaceError]);
