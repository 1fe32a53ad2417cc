import { join } from "node:path";
import { readConnection } from "@baton/db/server";
import { findRunning, readStartOptions } from "@baton/launch";
import type { Command } from "commander";
import packageJson from "../../package.json" with { type: "json" };
import { EXIT_CODES } from "../command-error";
import { DATA_OPTION } from "../data-option";
import type { Check } from "../doctor/check";
import { checkDataFolder, checkDisk, checkOwnDatabase } from "../doctor/check-folder";
import { checkAddress, checkNode, checkPrograms, checkVersion } from "../doctor/check-programs";
import {
  checkDatabase,
  checkIncludedPostgres,
  checkPorts,
  checkStoppedDatabase,
} from "../doctor/check-server";
import { readStartEnvironment } from "../env";
import { JSON_OPTION, printJson, printText } from "../output";
import { PROJECT_ROOT } from "../project";

interface DoctorOptions {
  data?: string;
  port?: string;
  json?: true;
}

/** `baton doctor`: find what prevents a start on this machine, with advice. */
export function registerDoctor(program: Command): void {
  program
    .command("doctor")
    .summary("check whether Baton can run on this machine")
    .description(
      "Check Node, the programs, the data folder, the disk, the ports, the database and the versions, with advice for\neach problem. It starts Baton's own database for the check if no one runs it. Exit status 1: it found a problem.",
    )
    .option("--port <number>", "port of the web server (default: PORT, else 3000)")
    .option(...DATA_OPTION)
    .option(...JSON_OPTION)
    .action(runDoctor);
}

async function runDoctor({ json, ...given }: DoctorOptions): Promise<void> {
  const options = readStartOptions(given, readStartEnvironment(), process.cwd(), PROJECT_ROOT);
  const checks = await listChecks(options);
  const ok = checks.every(isWell);
  if (!ok) process.exitCode = EXIT_CODES.failure;
  if (json) return printJson({ ok, checks });
  printText(checks.flatMap(describeCheck).join("\n"));
}

async function listChecks(options: ReturnType<typeof readStartOptions>): Promise<Check[]> {
  const { dataFolder, databaseUrl, port } = options;
  const running = await findRunning(dataFolder);
  const own = databaseUrl ? undefined : await readConnection(join(dataFolder, "pg"));
  const url = databaseUrl ?? own?.url;
  const files = databaseUrl ? null : await checkOwnDatabase(dataFolder);
  const storage = [await checkDataFolder(dataFolder), await checkDisk(dataFolder)];
  const included = databaseUrl ? [] : [checkIncludedPostgres(dataFolder), ...(files ? [files] : [])];
  const checks = [
    checkNode(),
    checkPrograms(),
    ...checkAddress(readStartEnvironment().BATON_URL),
    checkVersion(packageJson.version, running?.version),
    ...storage,
    await checkPorts(port, running !== undefined),
    ...included,
  ];
  if (url) return [...checks, await checkDatabase(url)];
  // A database that cannot start has its reason already.
  const canStart = files !== null && [...storage, ...included].every(isWell);
  return canStart ? [...checks, await checkStoppedDatabase(dataFolder)] : checks;
}

function isWell({ state }: Check): boolean {
  return state !== "problem";
}

const MARKS = { ok: "ok", note: "note", problem: "PROBLEM" } as const;
const WIDTH = 8;

function describeCheck({ name, state, message, advice }: Check): string[] {
  const lines = [`${MARKS[state].padEnd(WIDTH)} ${name}: ${message}`];
  return advice === undefined ? lines : [...lines, `${" ".repeat(WIDTH)} ${advice}`];
}
