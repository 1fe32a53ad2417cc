import { relative, resolve, sep } from "node:path";
import { findDocuments, readHead } from "@baton/core/node";
import { renderHandoffTemplate } from "@baton/core/templates";
import type { Command } from "commander";
import { createNowOption } from "../../now-option";
import { JSON_OPTION, printJson, printText } from "../../output";
import { writeNewFile } from "../../writing";
import { checkRoot, createRootOption } from "./root-option";

interface NewOptions {
  root: string;
  task?: string;
  phase?: string;
  fromAgent?: string;
  session?: string;
  now?: number;
  json?: true;
}

/** `baton handoff new`: start a handoff document with what Baton can tell itself. */
export function registerHandoffNew(handoff: Command): void {
  handoff
    .command("new")
    .summary("start a handoff document to fill in")
    .description(
      "Write a handoff document to fill in, with the time, the commit and branch of the project, and the newest handoff document as its predecessor. Never replaces a file.",
    )
    .argument("<file>", "the new document, such as handoffs/phase-3-handoff.md or HANDOFF.md")
    .addOption(createRootOption())
    .option("--task <text>", "task")
    .option("--phase <text>", "phase")
    .option("--from-agent <id>", "the agent that ends")
    .option("--session <id>", "its session, to which Baton links the successor")
    .addOption(createNowOption("time of the document"))
    .option(...JSON_OPTION)
    .action(create);
}

async function create(path: string, options: NewOptions): Promise<void> {
  const { root, task, phase, fromAgent, session, now, json } = options;
  await checkRoot(root);
  const own = relative(resolve(root), resolve(path)).split(sep).join("/");
  const documents = findDocuments(resolve(root)).filter(({ kind }) => kind === "handoff document");
  const predecessor = documents.find((document) => document.path !== own)?.path;
  const head = await readHead(root);
  const text = renderHandoffTemplate({
    ...(task === undefined ? {} : { task }),
    ...(phase === undefined ? {} : { phase }),
    created_at: new Date(now ?? Date.now()).toISOString(),
    ...(head ?? {}),
    ...(predecessor === undefined ? {} : { predecessor }),
    ...(fromAgent === undefined ? {} : { from_agent: fromAgent }),
    ...(session === undefined ? {} : { session_id: session }),
  });
  await writeNewFile(path, text);
  if (json)
    return printJson({ ok: true, path, predecessor: predecessor ?? null, commit: head?.commit ?? null });
  const after = predecessor === undefined ? "" : ` It follows ${predecessor}.`;
  printText(`${path} is written.${after} Fill it in, then check it with baton handoff validate ${path}.`);
}
