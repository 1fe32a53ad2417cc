import { TokenCounter } from "@baton/core/node";
import { ENCODINGS, type Encoding } from "@baton/core/tokens";
import { type Command, Option } from "commander";
import { nameInput, readTextInput, STANDARD_INPUT } from "../input";
import { formatCount, formatRows, JSON_OPTION, printJson, printProgress, printText } from "../output";

/** After this wait, tell the user the reason. */
const LONG_MILLISECONDS = 1_000;

interface TokensOptions {
  encoding: Encoding;
  json?: true;
}

/** `baton tokens`: count the tokens of files or of standard input. */
export function registerTokens(program: Command): void {
  program
    .command("tokens")
    .summary("count the tokens of files")
    .description("Count the tokens that a model sees in files, or in standard input without files.")
    .argument("[file...]", "text files in UTF-8; - is standard input")
    .addOption(new Option("--encoding <name>", "tokenizer").choices(ENCODINGS).default(ENCODINGS[0]))
    .option(...JSON_OPTION)
    .action(countFiles);
}

async function countFiles(paths: string[], { encoding, json }: TokensOptions): Promise<void> {
  await using counter = new TokenCounter();
  const files: { path: string; tokens: number; bytes: number }[] = [];
  for (const path of paths.length > 0 ? paths : [STANDARD_INPUT]) {
    const { text, byteLength } = await readTextInput(path);
    const counting = `Counting ${nameInput(path)}, ${formatCount(byteLength / 1_000_000)} MB …`;
    const notice = setTimeout(() => json || printProgress(counting), LONG_MILLISECONDS);
    try {
      files.push({ path, tokens: await counter.count(text, { encoding }), bytes: byteLength });
    } finally {
      clearTimeout(notice);
    }
  }
  const total = files.reduce((sum, file) => sum + file.tokens, 0);
  if (json) return printJson({ encoding, total, files });
  const rows = files.map(({ path, tokens }): [string, string] => [formatCount(tokens), path]);
  if (files.length > 1) rows.push([formatCount(total), "total"]);
  printText(formatRows(rows));
}
