import type { Summarizer } from "@baton/core";
import type { CompactionEvent } from "@baton/core/session";
import { CommandError } from "./command-error";
import { formatCount, printProgress } from "./output";

/** Arguments of `command.option(...REPHRASE_OPTION)`. */
export const REPHRASE_OPTION = [
  "--rephrase",
  "let the model of BATON_SUMMARIZER_URL shorten texts; its tokens are recorded",
] as const;

/** Returns the summarizer of the environment. @throws CommandError without one. */
export async function readSummarizer(): Promise<Summarizer> {
  const { summarizerFromEnvironment } = await import("@baton/core/summarizer");
  const summarizer = summarizerFromEnvironment();
  if (summarizer) return summarizer;
  throw new CommandError("--rephrase needs a model. Set BATON_SUMMARIZER_URL and BATON_SUMMARIZER_MODEL.");
}

/** Prints what a model used to rephrase a compaction, if one did. */
export function printModelTokens({
  summarizer_tokens: tokens,
  summarizer_model: model,
}: CompactionEvent): void {
  if (tokens == null) return;
  printProgress(`${formatCount(tokens)} tokens of ${model ?? "the model"} that rephrased texts.`);
}
