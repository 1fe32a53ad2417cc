import { findRunning, findStarting, stopLauncher } from "@baton/launch";
import type { Command } from "commander";
import { CommandError } from "../command-error";
import { chosenDataFolder, DATA_OPTION } from "../data-option";
import { JSON_OPTION, printJson, printText } from "../output";

interface StopOptions {
  data?: string;
  json?: true;
}

/** `baton stop`: stop the Baton that runs on this machine. */
export function registerStop(program: Command): void {
  program
    .command("stop")
    .summary("stop the Baton that runs on this machine")
    .description("Stop the Baton that runs on this machine, and wait until it has ended.")
    .option(...DATA_OPTION)
    .option(...JSON_OPTION)
    .action(runStop);
}

async function runStop(options: StopOptions): Promise<void> {
  const folder = chosenDataFolder(options);
  const pid = (await findRunning(folder))?.pid ?? findStarting(folder);
  if (pid === undefined) {
    if (options.json) return printJson({ stopped: false });
    return printText(`Baton does not run on the data in ${folder}.`);
  }
  if (!(await stopLauncher(pid)))
    throw new CommandError(
      `Baton (process ${pid}) did not end within a minute: see the logs in ${folder}, or end the process.`,
    );
  if (options.json) printJson({ stopped: true });
  else printText("Baton has stopped.");
}
