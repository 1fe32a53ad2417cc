import type {
  ConversationCompaction,
  ConversationMessage,
  LossReport,
  TranscriptConversation,
} from "@baton/core/compaction";
import type { Command } from "commander";
import { CommandError, EXIT_CODES } from "../../command-error";
import { CONTENT_POLICY_OPTION, printContent, readContentPolicy } from "../../content-policy";
import { nameInput, readTextInput } from "../../input";
import { formatCount, formatPercent, JSON_OPTION, printJson, printProgress, printText } from "../../output";
import { printModelTokens, REPHRASE_OPTION, readSummarizer } from "../../summarizer";
import { describeLoss } from "./loss-table";
import { readContract } from "./read-contract";

interface ConversationOptions {
  contract?: string;
  policy?: string;
  loss?: true;
  rephrase?: true;
  json?: true;
}

/**
 * `baton compact conversation`: shorten a conversation to half of its tokens or less, or report what its own
 * compactions lost.
 */
export function registerCompactConversation(compact: Command): void {
  compact
    .command("conversation")
    .summary("compact a conversation")
    .description(
      "Print a conversation in at most half of its tokens: the task, its status, recent decisions and findings, files and\ncommands, each line verbatim. Exits with 1 if it saves less than half or drops a required fact.",
    )
    .argument(
      "<file>",
      "a transcript of Claude Code (JSONL), or a list of { role, content } (JSON); - is standard input",
    )
    .option("--contract <file>", 'required facts: { "literal": […], "said": […] }')
    .option(...REPHRASE_OPTION)
    .option("--loss", "only report what the compactions in the transcript lost")
    .option(...CONTENT_POLICY_OPTION)
    .option(...JSON_OPTION)
    .action(run);
}

async function run(path: string, options: ConversationOptions): Promise<void> {
  // Load the large Markdown parser only for this command.
  const { compactConversation, compactConversationWith } = await import("@baton/core/compaction");
  const contract = await readContract(options.contract);
  const conversation = await readConversation(path);
  if (options.loss) return reportLosses(path, conversation, options);
  const { messages } = conversation;
  const content = { contentPolicy: await readContentPolicy(options.policy) };
  const compaction = options.rephrase
    ? await compactConversationWith(await readSummarizer(), messages, contract, content)
    : compactConversation(messages, contract, content);
  const missing = compaction.event.survival?.missing ?? [];
  if (!compaction.reaches_goal || missing.length > 0) process.exitCode = EXIT_CODES.failure;
  if (options.json) return printJson({ ok: compaction.reaches_goal && missing.length === 0, ...compaction });
  printContent({ findings: compaction.content_findings, failure: compaction.content_failure });
  printText(compaction.summary);
  printProgress(describe(compaction, missing));
  printModelTokens(compaction.event);
}

function describe(compaction: ConversationCompaction, missing: readonly string[]): string {
  const { before_tokens, after_tokens, reduction, reaches_goal, loss } = compaction;
  const sizes = `${formatCount(before_tokens)} → ${formatCount(after_tokens)} tokens, ${formatPercent(reduction)} less`;
  const honest = reaches_goal ? "." : ", less than half, because the required text leaves no room.";
  const broken = missing.map((fact) => `Required fact missing: ${fact}`);
  return [`\n${sizes}${honest}`, describeLoss(loss), ...broken].join("\n");
}

async function readConversation(path: string): Promise<TranscriptConversation> {
  const { ChatMessages, readClaudeCodeConversation } = await import("@baton/core/compaction");
  const { text } = await readTextInput(path);
  const whole = parseJson(text);
  const messages = ChatMessages.safeParse(whole);
  if (messages.success) return { messages: messages.data, compactions: [] };
  const lines = whole === undefined ? text.split("\n").map(parseJson) : [whole];
  const conversation = readClaudeCodeConversation(lines);
  if (conversation.messages.length > 0) return conversation;
  throw new CommandError(
    `${nameInput(path)} contains no conversation. Pass a Claude Code transcript, or a list of { role, content }.`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}

async function reportLosses(
  path: string,
  { messages, compactions }: TranscriptConversation,
  options: ConversationOptions,
): Promise<void> {
  const { reportLoss } = await import("@baton/core/compaction");
  let from = 0;
  const reports = compactions.map(({ summary, messagesBefore, trigger, beforeTokens }) => {
    const before: readonly ConversationMessage[] = messages.slice(from, messagesBefore);
    from = messagesBefore;
    return {
      trigger,
      before_tokens: beforeTokens,
      loss: summary === null ? null : reportLoss(before, summary),
    };
  });
  if (options.json) return printJson({ ok: true, compactions: reports });
  if (reports.length === 0) return printText(`${nameInput(path)} contains no compaction.`);
  printText(reports.map(describeReport).join("\n\n"));
}

function describeReport(
  {
    trigger,
    before_tokens,
    loss,
  }: { trigger: string | null; before_tokens: number | null; loss: LossReport | null },
  index: number,
): string {
  const size = before_tokens === null ? "not recorded" : `${formatCount(before_tokens)} tokens`;
  const head = `Compaction ${index + 1}, ${trigger ?? "trigger not recorded"}, before: ${size}`;
  return `${head}\n${loss ? describeLoss(loss) : "Its summary is not in the transcript."}`;
}
