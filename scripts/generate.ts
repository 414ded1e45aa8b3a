import '../src/commands/terminal/environment.ts';
import { runCommand } from '../src/commands/terminal/command.ts';
import { readGenerateOptions } from '../src/commands/generate/generate-options.ts';
import { generateSite } from '../src/commands/generate/generate-site.ts';

await runCommand((signal) => generateSite(readGenerateOptions(), signal));
