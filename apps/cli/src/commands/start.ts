import { launch, readStartOptions } from "@baton/launch";
import type { Command } from "commander";
import { DATA_OPTION } from "../data-option";
import { readStartEnvironment } from "../env";
import { PROJECT_ROOT } from "../project";

interface StartOptions {
  follow?: string[];
  data?: string;
  port?: string;
}

/** `baton start`: run the whole product on this machine until the user stops it. */
export function registerStart(program: Command): void {
  program
    .command("start")
    .summary("start Baton on this machine")
    .description(
      "Start web, ingest and PostgreSQL (without DATABASE_URL), and print a link that signs you in, once.\nThe first start loads the sample. Ctrl-C or “baton stop” stops everything.",
    )
    .option("--follow <path>", "read session files in a path, now and as they grow; can be repeated", collect)
    .option("--port <number>", "port of the web server (default: PORT, else 3000). Ingest uses the next one")
    .option(...DATA_OPTION)
    .action(runStart);
}

function collect(path: string, before: string[] = []): string[] {
  return [...before, path];
}

async function runStart(given: StartOptions): Promise<void> {
  const options = readStartOptions(given, readStartEnvironment(), process.cwd(), PROJECT_ROOT);
  await launch({ root: PROJECT_ROOT, options });
}
