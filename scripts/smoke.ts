import { hasUserInfo, isHttpAddress, publicAddress } from '../src/dataset/address.ts';
import { CommandError, runCommand, UsageError } from '../src/cli/command.ts';
import { readCommandLine } from '../src/cli/read-options.ts';
import { checkInstance } from '../src/cli/check-instance.ts';
import { print, tell } from '../src/cli/tell.ts';

const usage = `Asks a running instance every kind of question and says what is wrong.

npm run smoke -- URL

Exit codes: 0 all is well; 1 something is wrong; 2 wrong use.
`;

await runCommand(async (signal) => {
  const { positionals } = readCommandLine({}, usage, { others: true });
  const [address, ...others] = positionals;
  if (address === undefined || others.length > 0 || !isHttpAddress(address)) {
    throw new UsageError('Name one http(s) address, such as http://localhost:8080. See --help.');
  }
  if (hasUserInfo(address)) throw new UsageError('Leave user name and password out of the address. See --help.');
  const { checks, problems, warnings } = await checkInstance(address, new Date(), signal);
  for (const warning of warnings) tell(`Warning: ${warning}`);
  if (problems.length > 0) throw new CommandError(...problems);
  print(`${publicAddress(address)}: ${checks} checks, all is well.`);
});
