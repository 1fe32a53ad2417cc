import { join, resolve } from "node:path";
import type { Database } from "@baton/db";
import { generateSample, listReleases } from "@baton/sample";
import { Presets, SingleBar } from "cli-progress";
import { type Command, InvalidArgumentError, Option } from "commander";
import { withDatabase } from "../database";
import { isSampleThere, loadSample, SAMPLE_WORKSPACE, unloadSample } from "../demo/load";
import { claimSampleFolder } from "../demo/sample-owner";
import { createSampleFolder, wasRemoved } from "../demo/write";
import { watchForInterruption } from "../interruption";
import { formatCount, JSON_OPTION, printJson, printProgress, printText } from "../output";
import { dataFolder, SAMPLE_DATA_FOLDER } from "../project";

const DEFAULT_SEED = 1;

interface DemoOptions {
  seed: number;
  out?: string;
  ifEmpty?: true;
  small?: true;
  remove?: true;
  json?: true;
}

/** Options with the resolved folder. */
type SampleOptions = DemoOptions & { out: string };

/** `baton demo`: load a sample workspace to explore before importing your own data. */
export function registerDemo(program: Command): void {
  program
    .command("demo")
    .summary("load sample data, or remove it")
    .description(
      "Write 75 days of sample sessions up to today, and read them into the workspace “sample”.\nIt replaces an existing sample.",
    )
    .option("--seed <number>", "a different number gives a different sample", parseSeed, DEFAULT_SEED)
    .option(
      "--out <folder>",
      "output folder (default: “sample” in the data folder). If it holds the sample of another database, Baton uses a folder next to it",
      resolvePath,
    )
    .option("--small", "leave out the service desk, which has most of the data")
    .option("--if-empty", "do nothing if the sample exists or was removed before")
    .addOption(
      new Option("--remove", "remove the sample and its files").conflicts(["ifEmpty", "seed", "small"]),
    )
    .option(...JSON_OPTION)
    .action(runDemo);
}

function parseSeed(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("Use a whole number from 0 to 999999999.");
  return Number(text);
}

function resolvePath(text: string): string {
  return resolve(text);
}

async function runDemo(given: DemoOptions): Promise<void> {
  const { ifEmpty, remove } = given;
  const interruption = watchForInterruption();
  await withDatabase(async (db) => {
    const folder = await claimSampleFolder(db, given.out ?? join(dataFolder(), "sample"));
    const options = { ...given, out: folder };
    if (remove) {
      const wasThere = await unloadSample(db, folder);
      return report(options, wasThere ? "Sample removed." : "No sample to remove.");
    }
    if (ifEmpty && wasRemoved(folder))
      return report(options, "The sample was removed before and is not loaded again.");
    if (ifEmpty && (await isSampleThere(db, folder))) return report(options, "The sample is already loaded.");
    await load(options, db, interruption.signal);
  }).finally(interruption.end);
}

async function load(options: SampleOptions, db: Database, signal: AbortSignal): Promise<void> {
  const { seed, out: folder } = options;
  // Check the folder before removing anything.
  await createSampleFolder(folder);
  printProgress("Creating the sample …");
  const today = new Date().toISOString().slice(0, 10);
  const files = await generateSample({
    seed,
    today,
    dataFolder: SAMPLE_DATA_FOLDER,
    isSmall: options.small ?? false,
  });
  printProgress(`Reading ${formatCount(files.length)} files into the workspace “${SAMPLE_WORKSPACE}” …`);
  const bar = new SingleBar(
    { clearOnComplete: true, noTTYOutput: false, format: "{bar} {percentage} %" },
    Presets.rect,
  );
  bar.start(1, 0);
  const standing = await loadSample(db, folder, files, {
    releases: listReleases(SAMPLE_DATA_FOLDER),
    signal,
    onBytes: (done, total) => {
      bar.setTotal(Math.max(1, total));
      bar.update(done);
    },
  }).finally(() => bar.stop());
  if (signal.aborted) return;
  const counts = { files: files.length, ...standing };
  if (options.json) return printJson({ workspace: SAMPLE_WORKSPACE, folder, seed, ...counts });
  printText(
    [
      `${formatCount(counts.events)} events are in the workspace “${SAMPLE_WORKSPACE}”; ${counts.quarantined} broken line is in quarantine, as intended.`,
      `Its files: ${folder}`,
      `Look at it with “npm start”, at /w/${SAMPLE_WORKSPACE}/overview; remove it with “baton demo --remove”.`,
    ].join("\n"),
  );
}

/** Prints the outcome as one sentence or one object. */
function report({ json, out }: SampleOptions, message: string): void {
  if (json) printJson({ workspace: SAMPLE_WORKSPACE, folder: out, message });
  else printText(message);
}
