import { fetchSummary, type Summarizer } from "../scoping/summarize";
import { addUse, type SummarizerUse } from "../scoping/summarizer-use";
import { countTokens } from "../tokens/count-tokens";
import { reportLoss } from "./report-loss";

/** Shorter lines have nothing to shorten. */
const MIN_TOKENS = 12;

/** Requests at the same time. */
const AT_ONCE = 8;

/** Facts that a rephrased line must keep letter by letter. */
const LITERAL = ["file_paths", "commands", "numbers"] as const;

/**
 * Lets a model shorten the bullets of a summary, line by line. Keeps a line if the model fails, does not shorten it, or
 * loses a path, command or number of it. Never rejects.
 *
 * @returns the summary, and what the model used; null if it replied nothing.
 */
export async function rephraseLines(
  summarizer: Summarizer,
  summary: string,
): Promise<{ text: string; use: SummarizerUse | null }> {
  const lines = summary.split("\n");
  let use: SummarizerUse | null = null;
  for (let first = 0; first < lines.length; first += AT_ONCE) {
    const batch = lines.slice(first, first + AT_ONCE);
    const replies = await Promise.all(batch.map((line) => rephrase(summarizer, line)));
    replies.forEach(({ line, reply }, index) => {
      lines[first + index] = line;
      use = addUse(use, reply);
    });
  }
  return { text: lines.join("\n"), use };
}

async function rephrase(summarizer: Summarizer, line: string) {
  const text = line.startsWith("- ") ? line.slice(2) : "";
  const maxTokens = countTokens(text);
  if (maxTokens < MIN_TOKENS) return { line, reply: "not_asked" as const };
  const reply = await fetchSummary(summarizer, { text, maxTokens });
  if (typeof reply === "string") return { line, reply };
  const short = reply.text.replace(/\s+/g, " ").replace(/^[-*]\s+/, "");
  const loss = reportLoss(text, short);
  const isKept = LITERAL.every((name) => loss[name].gone.length === 0);
  return { line: isKept && countTokens(short) < maxTokens ? `- ${short}` : line, reply };
}
