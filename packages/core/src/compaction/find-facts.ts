import { createParsingAllowance, type ParsingAllowance } from "../manifest/compact/read-markdown";
import type { ConversationMessage } from "./conversation";
import { isDecision } from "./decision";
import { findCommands } from "./find-commands";
import { findFilePaths } from "./find-file-paths";
import { findNumbers } from "./find-numbers";
import { isInstruction } from "./instruction";
import { listSentences } from "./read-sentences";

/** Facts that a compaction can lose. Decisions and instructions are detected by words, the others by form. */
export const FACT_CLASSES = ["file_paths", "commands", "numbers", "decisions", "instructions"] as const;
export type FactClass = (typeof FACT_CLASSES)[number];

/** The facts of a text in order of their first occurrence, without duplicates. */
export type Facts = Record<FactClass, readonly string[]>;

/** Creates the parsing allowances for each kind of sentence. */
export function createAllowances(): Record<"decisions" | "instructions", ParsingAllowance> {
  return { decisions: createParsingAllowance(), instructions: createParsingAllowance() };
}

/**
 * Returns the facts of a text or conversation. In a conversation, messages and the paths and commands of tool
 * calls count; tool results do not, because the agent can read them again. Instructions come from users: a
 * text without speakers has none.
 *
 * Takes linear time.
 *
 * @param allowances used up: several sources share them in order.
 */
export function findFacts(
  source: string | readonly ConversationMessage[],
  allowances = createAllowances(),
): Facts {
  const messages = typeof source === "string" ? [{ speaker: "assistant", text: source } as const] : source;
  const said = messages.filter(({ speaker }) => speaker !== "tool");
  const texts = said.map(({ text }) => text);
  const calls = said.flatMap((message): ConversationMessage["calls"] & object =>
    "calls" in message ? (message.calls ?? []) : [],
  );
  const users = said.filter(({ speaker }) => speaker === "user").map(({ text }) => withoutNotices(text));
  return {
    file_paths: distinct([
      ...texts.flatMap(findFilePaths),
      ...calls.flatMap(({ path = "" }) => findFilePaths(path)),
    ]),
    commands: distinct([
      ...texts.flatMap(findCommands),
      ...calls.flatMap(({ command }) =>
        command === undefined ? [] : findCommands(`$ ${command.split("\n", 1)[0]}`),
      ),
    ]),
    numbers: distinct(texts.flatMap(findNumbers)),
    decisions: sentencesThat(isDecision, texts, allowances.decisions),
    instructions: sentencesThat(isInstruction, users, allowances.instructions),
  };
}

function sentencesThat(
  check: (sentence: string) => boolean,
  texts: readonly string[],
  allowance: ParsingAllowance,
): string[] {
  return distinct(listSentences(texts, allowance).map(({ text }) => text)).filter(check);
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}

/** Tags that hosts use to add text to user messages. */
const NOTICE_TAG =
  /<(system-reminder|task-notification|command-(?:name|message|args|contents)|local-command-(?:stdout|stderr|caveat)|bash-(?:input|stdout|stderr)|ide_(?:opened_file|selection)|user-prompt-submit-hook)>/g;

/**
 * Returns a user's message without text added by the host: `<system-reminder>…</system-reminder>`, `[Request
 * interrupted by user]`.
 */
export function withoutNotices(text: string): string {
  if (/^\s*(?:\[Request interrupted|Caveat:|<task-notification>)/.test(text)) return "";
  const unclosed = new Set<string>();
  const said: string[] = [];
  let end = 0;
  for (const { 0: tag, 1: name = "", index } of text.matchAll(NOTICE_TAG)) {
    if (index < end || unclosed.has(name)) continue;
    const closing = text.indexOf(`</${name}>`, index + tag.length);
    if (closing < 0) {
      unclosed.add(name);
      continue;
    }
    said.push(text.slice(end, index));
    end = closing + name.length + 3;
  }
  return [...said, text.slice(end)].join("\n");
}
