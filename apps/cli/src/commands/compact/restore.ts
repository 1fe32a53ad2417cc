import { countOf } from "@baton/core/internal";
import type { Command } from "commander";
import { readTextInput } from "../../input";
import { JSON_OPTION, printJson, printProgress, printText } from "../../output";
import { readContract } from "./read-contract";

/** `baton compact restore`: give a summary back the required facts that it lost. */
export function registerCompactRestore(compact: Command): void {
  compact
    .command("restore")
    .summary("give a summary back the required facts that it lost")
    .description("Print a summary with the facts of a contract that it lacks, word by word, at its end.")
    .argument("<file>", "the summary (Markdown or text); - is standard input")
    .requiredOption("--contract <file>", 'required facts: { "literal": […], "said": […] }')
    .option(...JSON_OPTION)
    .action(run);
}

async function run(path: string, options: { contract: string; json?: true }): Promise<void> {
  const { restoreFacts } = await import("@baton/core/compaction");
  const contract = (await readContract(options.contract)) ?? {};
  const { text } = await readTextInput(path);
  const { summary, restored } = restoreFacts(text, contract);
  if (options.json) return printJson({ ok: true, summary, restored });
  printText(summary);
  printProgress(`${countOf(restored.length, "fact")} restored.`);
}
