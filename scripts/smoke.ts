import { hasUserInfo, isHttpAddress, publicAddress } from '../src/dataset/address.ts';
import { CommandError, readCommandLine, runCommand, UsageError } from './command.ts';
import { smokeTest } from './smoke-test.ts';

const usage = `Asks a running instance every kind of question and says what is wrong.

npm run smoke -- URL

Exit codes: 0 all is well; 1 something is wrong; 2 wrong use.
`;

await runCommand(async (signal) => {
  const { positionals } = readCommandLine({ allowPositionals: true }, usage);
  const [address, ...others] = positionals;
  if (address === undefined || others.length > 0 || !isHttpAddress(address)) {
    throw new UsageError('Name one http(s) address, such as http://localhost:8080. See --help.');
  }
  if (hasUserInfo(address)) throw new UsageError('Leave user name and password out of the address. See --help.');
  const { checks, problems, warnings } = await smokeTest(address, new Date(), signal);
  for (const warning of warnings) process.stderr.write(`Warning: ${warning}\n`);
  if (problems.length > 0) throw new CommandError(problems.join('\n'));
  process.stdout.write(`${publicAddress(address)}: ${checks} checks, all is well.\n`);
});
