import { access } from "node:fs/promises";
import { join } from "node:path";
import { listObjectives, parseProgress, partialResult } from "@baton/core/handoff-document";
import { markPhaseResult, replaceFile } from "@baton/core/node";
import type { Command } from "commander";
import { CommandError } from "../../command-error";
import { refuse } from "../../findings";
import { readTextInput } from "../../input";
import { createNowOption } from "../../now-option";
import { JSON_OPTION, printJson, printText } from "../../output";
import { writing } from "../../writing";
import { checkRoot, createRootOption } from "./root-option";
import { wholeNumber } from "./whole-number";

interface PartialOptions {
  root: string;
  used: number;
  window: number;
  progress?: string;
  result?: string;
  write?: string;
  session?: string;
  fromAgent?: string;
  now?: number;
  json?: true;
}

/** `baton handoff partial`: return that an agent handed off before it was done. */
export function registerHandoffPartial(handoff: Command): void {
  handoff
    .command("partial")
    .summary("write the result of an agent that hands off before it is done")
    .description(
      "Print the partial result of an agent that hands off because its context is full. --write stores it as .return-meta.json, and --result marks the result file of the phase.",
    )
    .argument("<file>", "its handoff document, as a path from the root")
    .addOption(createRootOption())
    .requiredOption("--used <tokens>", "tokens in its context", wholeNumber)
    .option("--window <tokens>", "its context window", wholeNumber, 200_000)
    .option("--progress <file>", "the progress file, whose objectives are counted")
    .option(
      "--result <file>",
      "the result file of the phase (phases/phase-{P}-results.md), which gets a mark",
    )
    .option("--write <file>", "the file to write, such as .return-meta.json; replaces it")
    .option("--session <id>", "the session of the agent")
    .option("--from-agent <id>", "the agent")
    .addOption(createNowOption("time of the handoff"))
    .option(...JSON_OPTION)
    .action(finish);
}

async function finish(path: string, options: PartialOptions): Promise<void> {
  const { root, used, window, progress: progressPath, json } = options;
  await checkRoot(root);
  await access(join(root, path)).catch(() => {
    throw new CommandError(`${join(root, path)} does not exist. Write the handoff document first.`);
  });
  if (window === 0) throw new CommandError("The context window has at least one token.");
  const read = progressPath === undefined ? null : parseProgress((await readTextInput(progressPath)).text);
  if (read && !read.ok) return refuse(progressPath ?? "", read.findings, { json });
  const objectives = read ? listObjectives(read.progress) : null;
  const counts = objectives && {
    completed: objectives.filter(({ isDone }) => isDone).length,
    total: objectives.length,
  };
  const now = new Date(options.now ?? Date.now()).toISOString();
  const result = {
    ...partialResult(path, used / window, counts ?? undefined),
    completed_at: now,
    ...describeAgent(options),
  };
  const { details } = result.partial_progress;
  if (options.result !== undefined) {
    await markPhaseResult(options.result, { handoffPath: path, markedAt: now, details });
  }
  const { write } = options;
  if (write !== undefined) {
    await writing(write, () => replaceFile(write, `${JSON.stringify(result, null, 2)}\n`));
  }
  if (json || write === undefined) return printJson(result);
  printText(`${write} is written: partial, ${details}`);
}

function describeAgent({ session, fromAgent }: PartialOptions) {
  if (session === undefined && fromAgent === undefined) return {};
  return {
    metadata: {
      ...(session === undefined ? {} : { session_id: session }),
      ...(fromAgent === undefined ? {} : { agent_type: fromAgent }),
    },
  };
}
