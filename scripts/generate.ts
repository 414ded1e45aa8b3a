import '../src/operate/terminal/environment.ts';
import { runCommand } from '../src/operate/terminal/command.ts';
import { readGenerateOptions } from '../src/operate/generate/generate-options.ts';
import { continuing, generateSite } from '../src/operate/generate/generate-site.ts';

await runCommand((signal) => generateSite(continuing(readGenerateOptions()), signal));
