import { join } from "node:path";
import { readConnection } from "@baton/db/server";
import { findRunning, findStarting, probe } from "@baton/launch";
import type { Command } from "commander";
import { EXIT_CODES } from "../command-error";
import { chosenDataFolder, DATA_OPTION } from "../data-option";
import { readEnvironment } from "../env";
import { formatRows, JSON_OPTION, printJson, printText } from "../output";

interface StatusOptions {
  data?: string;
  json?: true;
}

interface Part {
  name: "web" | "ingest" | "database";
  address: string;
  isReady: boolean;
}

/** `baton status`: report whether Baton runs on this machine, and whether each part responds. */
export function registerStatus(program: Command): void {
  program
    .command("status")
    .summary("show whether Baton runs on this machine")
    .description(
      "Show whether Baton runs on this machine, where its parts listen, and whether they are ready.\nExit status 1: it does not run, or a part is not ready. “baton doctor” looks for the reason.",
    )
    .option(...DATA_OPTION)
    .option(...JSON_OPTION)
    .action(runStatus);
}

async function runStatus(options: StatusOptions): Promise<void> {
  const folder = chosenDataFolder(options);
  const running = await findRunning(folder);
  const parts = running ? await listParts(running, folder) : [];
  const isReady = running !== undefined && parts.every((part) => part.isReady);
  if (!isReady) process.exitCode = EXIT_CODES.failure;
  if (options.json)
    return printJson({
      running: running !== undefined,
      ready: isReady,
      version: running?.version,
      data: folder,
      parts,
    });
  if (!running) return printText(explainAbsence(folder));
  printText(
    [
      `Baton ${running.version} runs (process ${running.pid}); its data: ${folder}`,
      formatRows(parts.map(({ name, address, isReady }) => [name, address, isReady ? "ready" : "not ready"])),
    ].join("\n"),
  );
}

function explainAbsence(folder: string): string {
  const starting = findStarting(folder);
  if (starting !== undefined) return `Baton is starting or stopping (process ${starting}).`;
  return `Baton does not run on the data in ${folder}. Start it with “baton start”.`;
}

async function listParts(running: { address: string; ingest: string }, folder: string): Promise<Part[]> {
  const { DATABASE_URL } = readEnvironment();
  const own = DATABASE_URL === undefined ? await readConnection(join(folder, "pg")) : undefined;
  const [web, ingest] = await Promise.all([
    probe(`${running.address}/api/readyz`),
    probe(`${running.ingest}/readyz`),
  ]);
  return [
    { name: "web", address: running.address, isReady: web === 200 },
    { name: "ingest", address: running.ingest, isReady: ingest === 200 },
    ...(own ? [{ name: "database" as const, address: `127.0.0.1:${own.port}`, isReady: true }] : []),
  ];
}
