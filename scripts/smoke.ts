import { CommandError, readCommandLine, runCommand, UsageError } from './command.ts';
import { smokeTest } from './smoke-test.ts';

const usage = `Asks a running instance every kind of question and says what is wrong.

npm run smoke -- URL

Exit codes: 0 all is well; 1 something is wrong; 2 wrong use.
`;

await runCommand(async (signal) => {
  const { positionals } = readCommandLine({ allowPositionals: true }, usage);
  const [address, ...others] = positionals;
  if (address === undefined || others.length > 0 || !/^https?:$/.test(URL.parse(address)?.protocol ?? '')) {
    throw new UsageError('Name one http(s) address, such as http://localhost:8080. See --help.');
  }
  const { checks, problems, warnings } = await smokeTest(address, new Date(), signal);
  for (const warning of warnings) process.stderr.write(`Warning: ${warning}\n`);
  if (problems.length > 0) throw new CommandError(problems.join('\n'));
  process.stdout.write(`${address}: ${checks} checks, all is well.\n`);
});
