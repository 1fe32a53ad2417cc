import { redactDocument } from "../content/check-document";
import type { Excerpt } from "../manifest/compact/source-text";
import type { CompiledPolicy } from "../scoping/compile-policy";
import type { Summarizer } from "../scoping/summarize";
import { type SummarizerUse, summarizerFields } from "../scoping/summarizer-use";
import type { CompactionEvent } from "../session/compaction";
import type { ContentFinding } from "../session/content-finding";
import { countTokens } from "../tokens/count-tokens";
import { isActionable } from "./actionable";
import type { ConversationMessage } from "./conversation";
import { isDecision } from "./decision";
import { findFacts, withoutNotices } from "./find-facts";
import { isInstruction } from "./instruction";
import { listSentences } from "./read-sentences";
import { rephraseLines } from "./rephrase-lines";
import { type LossReport, lossMetrics, reportLoss } from "./report-loss";
import { isSearchQuery } from "./search-query";
import { checkSurvival, type SurvivalContract } from "./survival-contract";

/** Share of the context that a manual compaction should free. */
const CONVERSATION_GOAL = 0.5;

/** Token limit of a summary (`cl100k_base`) for conversations of any length. */
const MAX_CONVERSATION_TOKENS = 2_000;

export interface ConversationCompaction {
  /** Markdown: request, state, decisions and findings, files and commands. */
  readonly summary: string;
  /** In tokens (`cl100k_base`): all messages, calls and results before, the summary after. */
  readonly before_tokens: number;
  readonly after_tokens: number;
  /** 1 − after ÷ before; 0 for an empty conversation. */
  readonly reduction: number;
  /** True if the reduction is at least half; otherwise the required parts were too large. */
  readonly reaches_goal: boolean;
  readonly loss: LossReport;
  readonly event: CompactionEvent;
  /** Matches of content rules, which are not in the result. */
  readonly content_findings: readonly ContentFinding[];
  /** The reason why texts are withheld; null if none is. */
  readonly content_failure: string | null;
}

/** Parts of a summary, in order. */
const PARTS = ["Task", "Current state", "Decisions", "Findings", "Files", "Commands"] as const;
type Part = (typeof PARTS)[number];

interface Line {
  readonly part: Part;
  readonly text: string;
}

/**
 * Compacts a conversation: always keeps the task and the current state, then recent decisions and findings,
 * further instructions, files and commands that fit. Every line is a quote. Takes linear time.
 *
 * @param contract required facts; the event names missing ones.
 * @param options.contentPolicy policy, compiled with detectors: what its content rules redact or block is removed.
 */
export function compactConversation(
  messages: readonly ConversationMessage[],
  contract?: SurvivalContract,
  { contentPolicy }: { contentPolicy?: CompiledPolicy } = {},
): ConversationCompaction {
  const budget = Math.min(Math.floor(countMessages(messages) * CONVERSATION_GOAL), MAX_CONVERSATION_TOKENS);
  const { kept, optional } = readConversation(messages);
  const quoted = render(fitLines(kept, optional, budget));
  return describeCompaction({ messages, contract, contentPolicy }, quoted, null);
}

/**
 * Like {@link compactConversation}, and lets a model shorten the lines, after content rules were applied. A line
 * that would lose a path, command or number stays a quote. The event has the tokens of the model.
 */
export async function compactConversationWith(
  summarizer: Summarizer,
  messages: readonly ConversationMessage[],
  contract?: SurvivalContract,
  { contentPolicy }: { contentPolicy?: CompiledPolicy } = {},
): Promise<ConversationCompaction> {
  const quoted = compactConversation(messages, contract, { contentPolicy });
  const { text, use } = await rephraseLines(summarizer, quoted.summary);
  const rephrased = describeCompaction({ messages, contract, contentPolicy }, text, use);
  return {
    ...rephrased,
    content_findings: [...quoted.content_findings, ...rephrased.content_findings],
    content_failure: quoted.content_failure ?? rephrased.content_failure,
  };
}

interface ConversationRequest {
  readonly messages: readonly ConversationMessage[];
  readonly contract: SurvivalContract | undefined;
  readonly contentPolicy: CompiledPolicy | undefined;
}

function describeCompaction(
  { messages, contract, contentPolicy }: ConversationRequest,
  quoted: string,
  use: SummarizerUse | null,
): ConversationCompaction {
  const before_tokens = countMessages(messages);
  const { document, findings, failure } = redactDocument(contentPolicy, { from: null, to: null }, quoted);
  const summary = String(document);
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
      ...summarizerFields(use),
      loss: lossMetrics(loss),
      ...(contract ? { survival: checkSurvival(contract, summary) } : {}),
    },
    content_findings: findings,
    content_failure: failure,
  };
}

function countMessages(messages: readonly ConversationMessage[]): number {
  return messages.reduce((sum, message) => sum + countMessage(message), 0);
}

function countMessage({ text, calls = [] }: ConversationMessage): number {
  return countTokens(text) + (calls.length > 0 ? countTokens(JSON.stringify(calls)) : 0);
}

/** Returns required and optional lines, most needed first: recent before old. */
function readConversation(messages: readonly ConversationMessage[]): { kept: Line[]; optional: Line[] } {
  const asked = sentencesOf(messages, "user").filter(isInstruction);
  const said = sentencesOf(messages, "assistant");
  const facts = findFacts(messages);
  const informative = said
    .filter((text) => isActionable(text) && !isSearchQuery(text) && !isIntroduction(text))
    .reverse();
  const decisions = said.filter(isDecision).reverse();
  const [first, ...later] = asked;
  const last = later.at(-1);
  return {
    kept: [...lines("Task", [first, last]), ...lines("Current state", [informative[0] ?? said.at(-1)])],
    optional: interleave([
      lines("Task", later.slice(0, -1).reverse()),
      lines("Decisions", decisions),
      lines(
        "Findings",
        informative.slice(1).filter((text) => !isDecision(text)),
      ),
      lines("Files", facts.file_paths.toReversed()),
      lines("Commands", facts.commands.toReversed()),
    ]),
  };
}

/** Returns true for a sentence that only introduces the next one: "Here is the summary:". */
function isIntroduction(text: string): boolean {
  return /[:：][\s*_]*$/.test(text);
}

function lines(part: Part, texts: readonly (string | undefined)[]): Line[] {
  return texts.flatMap((text) => (text === undefined ? [] : [{ part, text }]));
}

/** Longer texts are not lines; they stay in the conversation. */
const MAX_LINE = 400;

function sentencesOf(messages: readonly ConversationMessage[], speaker: "user" | "assistant"): string[] {
  const texts = messages
    .filter((message) => message.speaker === speaker)
    .map(({ text }) => (speaker === "user" ? withoutNotices(text) : text));
  const sentences = listSentences(texts).map(({ text }: Excerpt) => text);
  return [...new Set(sentences)].filter((text) => text.length <= MAX_LINE);
}

/** Alternates between the lists, so that none uses all the space. */
function interleave(lists: readonly (readonly Line[])[]): Line[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list[index] ?? [])).flat();
}

/** Lines to try; the rest is the oldest. */
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
