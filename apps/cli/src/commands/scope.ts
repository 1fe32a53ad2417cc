import { once } from "node:events";
import {
  AgentId,
  type CompiledPolicy,
  compileWithDetectors,
  type Finding,
  type HandoffContext,
  readHandoffContext,
  type Summarizer,
  scopeContext,
  scopeContextWith,
} from "@baton/core";
import { describeFlatContext, isObject, parseStrictJson, plainJson, toPointer } from "@baton/core/internal";
import {
  MESSAGE_FORMATS,
  type MessageFormatName,
  scopeMessages,
  scopeMessagesWith,
} from "@baton/core/messages";
import { readOutlineKey } from "@baton/core/node";
import { matchRule } from "@baton/core/policy";
import { type Command, Option } from "commander";
import { v7 } from "uuid";
import { z } from "zod";
import { EXIT_CODES, misuse } from "../command-error";
import { readTextInput, STANDARD_INPUT } from "../input";
import { readLines } from "../lines";
import { createNowOption } from "../now-option";
import { JSON_OPTION, printProgress } from "../output";
import { REPHRASE_OPTION, readSummarizer } from "../summarizer";
import { readPolicy } from "./policy/read-policy";

interface ScopeOptions {
  policy: string;
  from?: string;
  to?: string;
  config?: string;
  batch?: true;
  event?: true;
  rephrase?: true;
  messages?: true;
  format?: MessageFormatName;
  now?: number;
  session?: string;
  eventId?: string;
  json?: true;
}

/** `baton scope`: print which parts of a context one agent may pass to another. */
export function registerScope(program: Command): void {
  program
    .command("scope")
    .summary("apply a policy to a context or a history of messages")
    .description(
      "Print the part of a context that one agent may pass to another, as JSON. The policy is enforced unless --config gives\nthe switch. The same input, --now, --session and --event-id give the same bytes.",
    )
    .argument(
      "[context]",
      "a context in JSON, or handoffs in JSON lines with --batch; else standard input",
      STANDARD_INPUT,
    )
    .requiredOption("--policy <file>", "a policy document (governance_policies.json)")
    .option("--from <agent>", "sender")
    .option("--to <agent>", "receiver")
    .option("--batch", 'for each line { "from", "to", "context" }, print a line { "scoped", "rule_id" }')
    .option("--messages", "scope a history: a list of messages, or { messages, authors, format }")
    .addOption(
      new Option("--format <name>", "format of the messages (default: found)").choices(MESSAGE_FORMATS),
    )
    .option("--event", "print the event with the context")
    .option(...REPHRASE_OPTION)
    .option("--config <file>", "system configuration with the switch (default: enforce)")
    .addOption(createNowOption())
    .option("--session <id>", "session ID of the event", "baton-scope")
    .option("--event-id <id>", "event ID; in a batch, a number is appended")
    .option(...JSON_OPTION)
    .action(scope);
}

async function scope(path: string, options: ScopeOptions): Promise<void> {
  const { from, to } = options;
  if (!options.batch && (from === undefined || to === undefined)) {
    throw misuse("Name the agents with --from and --to, or read them from each line with --batch.");
  }
  const parsed = await readPolicy(options.policy, options);
  if (!parsed) return;
  const summarizer = options.rephrase ? await readSummarizer() : null;
  const scopeOne = createScoper(await compileWithDetectors(parsed), options, summarizer);
  if (!options.batch) {
    const { text } = await readTextInput(path);
    const context = parseStrictJson(text.replace(/^\uFEFF/, ""));
    if (!context.ok) return print(refuse(context.finding));
    const { value } = context;
    const warning = options.messages ? null : describeFlatContext(value);
    if (warning !== null) printProgress(warning);
    const history = isObject(value) ? value : { messages: value };
    return print(await scopeOne(options.messages ? { ...history, from, to } : { from, to, context: value }));
  }
  for await (const bytes of readLines(path)) {
    const line = decode(bytes);
    if (line === null) await print(refuse(NOT_UTF8));
    else if (line.trim() !== "") {
      const handoff = parseStrictJson(line);
      await print(handoff.ok ? await scopeOne(handoff.value) : refuse(handoff.finding));
    }
  }
}

/** Output for one context: the scoped context, or the reason for rejecting it. */
type Answer =
  | { scoped: HandoffContext; rule_id?: string | null }
  | { messages: readonly unknown[]; rule_id?: string | null }
  | HandoffContext
  | readonly unknown[]
  | { error: Finding };

/** Creates a function that scopes contexts by one policy at one time; `summarizer` shortens texts if there is one. */
function createScoper(
  policy: CompiledPolicy,
  options: ScopeOptions,
  summarizer: Summarizer | null,
): (handoff: unknown) => Promise<Answer> {
  const now = options.now ?? Date.now();
  const outlineKey = readOutlineKey();
  let events = 0;
  const newId = () => {
    events += 1;
    if (options.eventId === undefined) return v7();
    return events === 1 ? options.eventId : `${options.eventId}:${events}`;
  };
  const terms = () => ({ isParsedJson: true, now, newId, sessionId: options.session ?? v7(), outlineKey });
  const ruleOf = ({ from, to }: { from: string; to: string }) => {
    const match = policy.index && matchRule(policy.index, from, to, { now });
    return { rule_id: match?.ruleId ?? null };
  };
  return async (value) => {
    if (options.messages) {
      const { data, error } = History.safeParse(value);
      if (!data) return refuse(malformedHistory(error.issues[0]?.path ?? []));
      const history = { format: options.format, ...data, ...terms() };
      const { messages, event } = summarizer
        ? await scopeMessagesWith(summarizer, policy, history)
        : scopeMessages(policy, history);
      const printed = options.event ? { messages, event } : { messages };
      return options.batch ? { ...printed, ...ruleOf(data) } : options.event ? printed : messages;
    }
    const read = readHandoff(value);
    if (!read.ok) return refuse(read.finding);
    const handoff = { ...read.handoff, ...terms() };
    const { scoped, event } = summarizer
      ? await scopeContextWith(summarizer, policy, handoff)
      : scopeContext(policy, handoff);
    const printed = options.event ? { scoped, event } : { scoped };
    if (!options.batch) return options.event ? printed : scoped;
    return { ...printed, ...ruleOf(read.handoff) };
  };
}

const History = z.object({
  from: AgentId,
  to: AgentId,
  messages: z.array(z.unknown()),
  authors: z.array(AgentId.nullable()).optional(),
  format: z.enum(MESSAGE_FORMATS).optional(),
});

function malformedHistory(path: readonly PropertyKey[]): Finding {
  return {
    code: "malformed_handoff",
    severity: "error",
    path: toPointer(path),
    message: "the handoff has no valid history of messages",
    hint: 'A history is a list of messages, or { "messages": [ … ], "authors": [ agent or null, … ], "format": … }.',
  };
}

type ReadHandoff =
  | { ok: true; handoff: { from: string; to: string; context: HandoffContext } }
  | { ok: false; finding: Finding };

function readHandoff(value: unknown): ReadHandoff {
  const { from, to, context } =
    typeof value === "object" && value !== null ? { ...NO_HANDOFF, ...value } : NO_HANDOFF;
  const sender = AgentId.safeParse(from);
  const receiver = AgentId.safeParse(to);
  if (!sender.success) return { ok: false, finding: malformed("/from") };
  if (!receiver.success) return { ok: false, finding: malformed("/to") };
  const read = readHandoffContext(context);
  if (!read.ok) return read;
  return { ok: true, handoff: { from: sender.data, to: receiver.data, context: read.context } };
}

const NO_HANDOFF: { from?: unknown; to?: unknown; context?: unknown } = {};

function malformed(path: string): Finding {
  return {
    code: "malformed_handoff",
    severity: "error",
    path,
    message: "an agent's id is missing",
    hint: 'A handoff is { "from": agent, "to": agent, "context": … }; an id has 1 to 256 characters and is not `*`.',
  };
}

const NOT_UTF8: Finding = {
  code: "not_utf8",
  severity: "error",
  path: "",
  message: "the line is not UTF-8 text",
  hint: "Convert the file first, for example with iconv.",
};

function refuse(finding: Finding): Answer {
  process.exitCode = EXIT_CODES.failure;
  return { error: finding };
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Prints a line of JSON of any depth, and waits for a slow reader. */
async function print(answer: Answer): Promise<void> {
  if (!process.stdout.write(`${plainJson(answer)}\n`)) await once(process.stdout, "drain");
}
