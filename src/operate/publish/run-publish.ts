import { type Failure, failures } from '../failures.ts';
import { setOutput } from '../github/github.ts';
import { CommandError, runCommand, UsageError } from '../terminal/command.ts';
import { printError } from '../terminal/print.ts';

/** Runs a command that publishes. If it fails, prints what to do, and sets the output `failure` for the report. */
export function runPublish(command: (signal: AbortSignal) => Promise<void>): Promise<void> {
  return runCommand(async (signal) => {
    try {
      await command(signal);
    } catch (error) {
      const failure = failureOf(error);
      if (failure !== undefined) {
        setOutput('failure', failure);
        const { what, todo } = failures[failure];
        printError(`Cause: ${failure}. ${what} ${todo}`);
      }
      throw error;
    }
  });
}

/** The likely cause of an error; undefined if the command was stopped, or only its help was requested. */
function failureOf(error: unknown): Failure | undefined {
  if (error instanceof CommandError) return error.failure;
  return error instanceof UsageError ? 'settings' : undefined;
}
