import { join } from "node:path";
import { AgentId, compileWithDetectors, parsePolicy } from "@baton/core";
import { findProjectPolicy } from "@baton/core/client";
import { countOf } from "@baton/core/internal";
import { findMemories, retrieveMemories, SessionWriter } from "@baton/core/node";
import type { Command } from "commander";
import { v7 as uuidv7 } from "uuid";
import { CommandError, misuse } from "../command-error";
import { readEnvironment } from "../env";
import { explainReadError } from "../input";
import { createNowOption } from "../now-option";
import { formatCount, JSON_OPTION, printJson, printProgress, printText } from "../output";
import { findServerAddress } from "../server-address";
import { writing } from "../writing";
import { wholeNumber } from "./handoff/whole-number";

interface MemoryOptions {
  project: string;
  from?: string[];
  json?: true;
}
interface RetrieveOptions extends MemoryOptions {
  agent: string;
  policy?: string;
  maxTokens: number;
  now?: number;
}

/** `baton memory …`: what agents of a project remember, and what each of them may see of it. */
export function registerMemory(program: Command): void {
  const memory = program
    .command("memory")
    .summary("retrieve what agents of a project remember, as a policy allows")
    .description(
      "Read what agents of a project remember: CLAUDE.md, AGENTS.md, memories.jsonl and memory folders. Baton never changes them.",
    );
  memory
    .command("list")
    .summary("list the memories of a project")
    .description("List the memories of a project with their source, author, tags and expiry.")
    .option("--project <folder>", "the project", ".")
    .option("--from <file...>", "further files, below the project")
    .option(...JSON_OPTION)
    .action(list);
  memory
    .command("retrieve")
    .summary("retrieve memories for an agent")
    .description(
      "Retrieve memories that share words with a query, without expired ones, and without what the policy keeps from the\nagent: it decides as for a handoff from `memory` to the agent. Each retrieval is recorded in .baton/sessions.",
    )
    .argument("[query]", "words to look for (default: all)", "")
    .requiredOption("--agent <id>", "the agent that reads")
    .option("--project <folder>", "the project", ".")
    .option("--from <file...>", "further files, below the project")
    .option("--policy <file>", "policy (default: that of the server or project)")
    .option("--max-tokens <count>", "budget in tokens", wholeNumber, 2_000)
    .addOption(createNowOption("time of the retrieval"))
    .option(...JSON_OPTION)
    .action(retrieve);
}

async function read({ project, from }: MemoryOptions) {
  try {
    return await findMemories(project, from);
  } catch (error) {
    throw explainReadError(error, project);
  }
}

async function list(options: MemoryOptions): Promise<void> {
  const memories = await read(options);
  if (options.json) return printJson(memories);
  if (memories.length === 0) return printText(`${options.project} has no memories.`);
  const rows = memories.map(({ source, line, author, tags, content }) => {
    const about = [author, ...tags].filter((part) => part !== null).join(", ");
    return `${source}:${line}${about === "" ? "" : ` (${about})`}: ${shorten(JSON.stringify(content))}`;
  });
  printText(rows.join("\n"));
}

const MAX_SHOWN = 160;

function shorten(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

async function retrieve(query: string, options: RetrieveOptions): Promise<void> {
  const { agent, project, policy: file = null, maxTokens, now = Date.now(), json } = options;
  if (!AgentId.safeParse(agent).success) throw misuse(`“${agent}” is not the ID of an agent.`);
  const memories = await read(options);
  const { BATON_API_KEY: key } = readEnvironment();
  const server = key === undefined ? null : { url: findServerAddress(), key };
  const found = await findProjectPolicy(project, { file, server }, "memory");
  if (found.kind === "unreadable") throw new CommandError(`The policy cannot be read: ${found.problem}.`);
  if (found.problem !== null) printProgress(`The policy may be missing or stale: ${found.problem}.`);
  const policy = found.kind === "policy" ? found.policy : await compileNone();
  const sessionId = `memory-${uuidv7()}`;
  const request = { agent, query, maxTokens, now, sessionId, newId: uuidv7 };
  const { memories: passed, event, removed, expired, omitted } = retrieveMemories(policy, memories, request);
  const path = join(project, ".baton", "sessions", `${sessionId}.jsonl`);
  if (event) await writing(path, () => new SessionWriter({ path }).append(event));
  const rule = event?.governance_rule_id ?? null;
  if (json) return printJson({ memories: passed, removed, rule, expired, omitted });
  const notes = [
    ...(removed.length > 0 ? [`${countOf(removed.length, "field")} removed: ${removed.join(", ")}.`] : []),
    ...(expired > 0 ? [`${formatCount(expired)} expired.`] : []),
    ...(omitted > 0 ? [`${formatCount(omitted)} more do not fit.`] : []),
  ];
  printText(passed.map((memory) => JSON.stringify(memory)).join("\n") || "No memory matches.");
  if (notes.length > 0) printProgress(notes.join(" "));
}

/** Without a policy everything passes, and the record shows it. */
async function compileNone() {
  const parsed = parsePolicy({ multi_agent_handoffs: {} }, { enabled: false, observe: true });
  if (!parsed.ok) throw new Error("an empty policy is valid");
  return compileWithDetectors(parsed);
}
