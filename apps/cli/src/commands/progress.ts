import {
  continuation,
  listObjectives,
  OBJECTIVE_STATUSES,
  type ObjectiveStatus,
  type Progress,
  parseProgress,
  reviseProgress,
  startProgress,
} from "@baton/core/handoff-document";
import { countOf } from "@baton/core/internal";
import { updateProgressFile } from "@baton/core/node";
import { type Command, Option } from "commander";
import { CommandError, misuse } from "../command-error";
import { refuse } from "../findings";
import { explainReadError, readTextInput } from "../input";
import { createNowOption } from "../now-option";
import { JSON_OPTION, printJson, printText } from "../output";
import { writeNewFile } from "../writing";
import { describeContinuation } from "./handoff/advise";

interface UpdateOptions {
  objective?: string;
  status?: ObjectiveStatus;
  note?: string;
  current?: string;
  approach?: string;
  result?: string;
  handoff?: true;
  with?: string;
  now?: number;
  json?: true;
}

/** `baton progress …`: update the progress file of a phase. */
export function registerProgress(program: Command): void {
  const progress = program
    .command("progress")
    .summary("keep the progress file of a phase")
    .description("Start the progress file of a phase, and update it without changing its goals.");
  progress
    .command("init")
    .summary("start the progress file of a phase")
    .description(
      "Write a progress file with the goals of a phase, none of them started. Never replaces a file.",
    )
    .argument("<file>", "the new progress file (progress/phase-{P}-progress.json)")
    .requiredOption("--phase <id>", "the phase")
    .requiredOption("--objective <text...>", "the goal of each objective")
    .option("--name <text>", "name of the phase")
    .addOption(createNowOption("the time of the start"))
    .option(...JSON_OPTION)
    .action(init);
  progress
    .command("next")
    .summary("list the remaining objectives, and name who continues")
    .description("List the remaining objectives, and name who continues: a new agent or the lead.")
    .argument("<file>", "a progress file (phase-{P}-progress.json)")
    .option(...JSON_OPTION)
    .action(next);
  progress
    .command("update")
    .summary("change a status or note, or add an approach that was tried")
    .description(
      "Change the status or note of an objective, or add an approach that was tried. Descriptions stay, and nothing is removed. The file is replaced atomically.",
    )
    .argument("<file>", "a progress file (phase-{P}-progress.json)")
    .option("--objective <id>", "the objective whose status or note changes")
    .addOption(new Option("--status <status>", "new status").choices(OBJECTIVE_STATUSES))
    .option("--note <text>", "new note")
    .option("--current <id>", "the new current objective")
    .option("--approach <text>", "the approach that failed")
    .option("--result <text>", "result of the approach")
    .option("--handoff", "count one more handoff")
    .option("--with <file>", "a complete new state that replaces the file; - is standard input")
    .addOption(createNowOption("the time of the update"))
    .option(...JSON_OPTION)
    .action(update);
}

interface InitOptions {
  phase: string;
  objective: string[];
  name?: string;
  now?: number;
  json?: true;
}

async function init(path: string, { phase, objective, name, now, json }: InitOptions): Promise<void> {
  const time = new Date(now ?? Date.now()).toISOString();
  const progress = startProgress({ phase, name, objectives: objective }, time);
  await writeNewFile(path, `${JSON.stringify(progress, null, 2)}\n`);
  if (json) return printJson({ ok: true, progress });
  printText(`${path}: ${countOf(objective.length, "objective")}, none started.`);
}

async function next(path: string, { json }: { json?: true }): Promise<void> {
  const read = parseProgress((await readTextInput(path)).text);
  if (!read.ok) return refuse(path, read.findings, { json });
  const objectives = listObjectives(read.progress).filter(({ isDone }) => !isDone);
  const { by, remaining } = continuation(objectives);
  if (json) return printJson({ by, remaining, objectives });
  const rows = objectives.map(({ id, status, description }) => `${id}. ${description} (${status})`);
  printText([describeContinuation({ by, remaining }), ...rows].join("\n"));
}

async function update(path: string, options: UpdateOptions): Promise<void> {
  checkUse(options);
  const { with: proposedPath, json } = options;
  const now = new Date(options.now ?? Date.now()).toISOString();
  const proposed =
    proposedPath === undefined ? null : parseProgress((await readTextInput(proposedPath)).text);
  if (proposed && !proposed.ok) return refuse(proposedPath ?? "", proposed.findings, { json });
  const revise = (present: Progress) => proposed?.progress ?? change(present, options, now);
  try {
    const updated = await updateProgressFile(path, revise);
    if (!updated.ok) return refuse(path, updated.findings, { json });
    if (json) return printJson({ ok: true, progress: updated.progress });
    const objectives = listObjectives(updated.progress);
    const done = objectives.filter(({ isDone }) => isDone).length;
    printText(`${path}: ${done} of ${objectives.length} objectives are complete.`);
  } catch (error) {
    throw explainReadError(error, path);
  }
}

function checkUse(options: UpdateOptions): void {
  const { objective, status, note, current, approach, result, handoff, with: proposed } = options;
  const changes = [objective, status, note, current, approach, result, handoff].filter(
    (value) => value !== undefined,
  );
  if (proposed !== undefined && changes.length > 0) {
    throw misuse("--with gives a whole new state: leave the other changes out.");
  }
  if (proposed === undefined && changes.length === 0) throw misuse("Nothing to change: see --help.");
  if ((approach === undefined) !== (result === undefined)) {
    throw misuse("--approach and --result belong together. Pass both.");
  }
  const saysWhat = status !== undefined || note !== undefined;
  if (saysWhat !== (objective !== undefined)) {
    throw misuse("Pass --objective together with --status or --note.");
  }
}

function change(present: Progress, options: UpdateOptions, now: string): Progress {
  const { objective, status, note, current, approach, result, handoff } = options;
  try {
    return reviseProgress(
      present,
      {
        objective,
        status,
        note,
        currentObjective: current,
        countsHandoff: handoff,
        approach: approach === undefined ? undefined : { approach, result: result ?? "" },
      },
      now,
    );
  } catch (error) {
    if (error instanceof RangeError) throw new CommandError(`Not changed: ${error.message}.`);
    throw error;
  }
}
