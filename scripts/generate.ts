import '../src/cli/environment.ts';
import { runCommand } from '../src/cli/command.ts';
import { readGenerateOptions } from '../src/cli/generate-options.ts';
import { generateSite } from '../src/cli/generate-site.ts';

await runCommand((signal) => generateSite(readGenerateOptions(), signal));
