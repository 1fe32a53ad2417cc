import type { Excerpt } from "../manifest/compact/source-text";
import type { CompactionEvent } from "../session/compaction";
import { countTokens } from "../tokens/count-tokens";
import { isActionable } from "./actionable";
import type { ConversationMessage } from "./conversation";
import { isDecision } from "./decision";
import { findFacts, withoutNotices } from "./find-facts";
import { isInstruction } from "./instruction";
import { listSentences } from "./read-sentences";
import { type LossReport, lossFigures, reportLoss } from "./report-loss";
import { isSearchQuery } from "./search-query";
import { checkSurvival, type SurvivalContract } from "./survival-contract";

/** A compaction by hand is to free this much of the context. */
export const CONVERSATION_GOAL = 0.5;

/** What a summary may have at most, in tokens (`cl100k_base`), however long the conversation was. */
export const MAX_CONVERSATION_TOKENS = 2_000;

export interface ConversationCompaction {
  /** Markdown: what was asked, where it stands, what was decided and found, which files and commands. */
  readonly summary: string;
  /** In tokens (`cl100k_base`) of all that was said, called and given back, and of the summary. */
  readonly before_tokens: number;
  readonly after_tokens: number;
  /** 1 − after ÷ before; 0 where there was nothing to begin with. */
  readonly reduction: number;
  /** Whether the reduction is a half or more; where it is not, what had to be kept left no room. */
  readonly reaches_goal: boolean;
  readonly loss: LossReport;
  readonly event: CompactionEvent;
}

/** The parts of a summary, in the order in which they stand there. */
const PARTS = ["Task", "Current state", "Decisions", "Findings", "Files", "Commands"] as const;
type Part = (typeof PARTS)[number];

interface Line {
  readonly part: Part;
  readonly text: string;
}

/**
 * Makes a conversation small: the task and the current state stay whatever it costs; recent decisions and
 * findings, further instructions, files and commands as far as there is room. Each line stands in the
 * conversation. Time is linear in its length.
 *
 * @param contract facts that have to survive; what does not is named in the event.
 */
export function compactConversation(
  messages: readonly ConversationMessage[],
  contract?: SurvivalContract,
): ConversationCompaction {
  const before_tokens = messages.reduce((sum, message) => sum + countMessage(message), 0);
  const budget = Math.min(Math.floor(before_tokens * CONVERSATION_GOAL), MAX_CONVERSATION_TOKENS);
  const { kept, optional } = readConversation(messages);
  const summary = render(fitLines(kept, optional, budget));
  const after_tokens = countTokens(summary);
  const reduction = before_tokens === 0 ? 0 : Math.max(0, 1 - after_tokens / before_tokens);
  const loss = reportLoss(messages, summary);
  return {
    summary,
    before_tokens,
    after_tokens,
    reduction,
    loss,
    reaches_goal: reduction >= CONVERSATION_GOAL,
    event: {
      event_type: "compaction",
      before_tokens,
      after_tokens,
      trigger: "manual",
      summary,
      preserved: ["task", "current state", "decisions", "findings"],
      loss: lossFigures(loss),
      ...(contract ? { survival: checkSurvival(contract, summary) } : {}),
    },
  };
}

function countMessage({ text, calls = [] }: ConversationMessage): number {
  return countTokens(text) + (calls.length > 0 ? countTokens(JSON.stringify(calls)) : 0);
}

/** What has to stay, and what may, the most needed first: what is recent comes before what is old. */
function readConversation(messages: readonly ConversationMessage[]): { kept: Line[]; optional: Line[] } {
  const asked = sentencesOf(messages, "user").filter(isInstruction);
  const said = sentencesOf(messages, "assistant");
  const facts = findFacts(messages);
  const telling = said.filter((text) => isActionable(text) && !isSearchQuery(text)).reverse();
  const decisions = said.filter(isDecision).reverse();
  const [first, ...later] = asked;
  const last = later.at(-1);
  return {
    kept: [...lines("Task", [first, last]), ...lines("Current state", [telling[0] ?? said.at(-1)])],
    optional: interleave([
      lines("Task", later.slice(0, -1).reverse()),
      lines("Decisions", decisions),
      lines(
        "Findings",
        telling.slice(1).filter((text) => !isDecision(text)),
      ),
      lines("Files", facts.file_paths.toReversed()),
      lines("Commands", facts.commands.toReversed()),
    ]),
  };
}

function lines(part: Part, texts: readonly (string | undefined)[]): Line[] {
  return texts.flatMap((text) => (text === undefined ? [] : [{ part, text }]));
}

/** What is longer is no line; it stands in the conversation for who needs it. */
const MAX_LINE = 400;

function sentencesOf(messages: readonly ConversationMessage[], speaker: "user" | "assistant"): string[] {
  const texts = messages
    .filter((message) => message.speaker === speaker)
    .map(({ text }) => (speaker === "user" ? withoutNotices(text) : text));
  const sentences = listSentences(texts).map(({ text }: Excerpt) => text);
  return [...new Set(sentences)].filter((text) => text.length <= MAX_LINE);
}

/** By turns one of each list, so that none takes all the room. */
function interleave(lists: readonly (readonly Line[])[]): Line[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list[index] ?? [])).flat();
}

/** So much is tried to fit in; what comes after it is the oldest. */
const MAX_TRIED = 2_000;

function fitLines(kept: readonly Line[], optional: readonly Line[], budget: number): Line[] {
  const chosen: Line[] = [];
  const texts = new Set<string>();
  // The headings, with the empty lines around them.
  let tokens = PARTS.length * 5;
  const add = (line: Line, isKept: boolean) => {
    const size = countTokens(`- ${line.text}`) + 1;
    if (texts.has(line.text) || (!isKept && tokens + size > budget)) return;
    chosen.push(line);
    texts.add(line.text);
    tokens += size;
  };
  for (const line of kept) add(line, true);
  for (const line of optional.slice(0, MAX_TRIED)) add(line, false);
  return chosen;
}

function render(chosen: readonly Line[]): string {
  return PARTS.flatMap((part) => {
    const own = chosen.filter((line) => line.part === part).map(({ text }) => `- ${text}`);
    return own.length > 0 ? [`## ${part}\n${own.join("\n")}`] : [];
  }).join("\n\n");
}
