import { ContentFinding, checkText, compileWithDetectors } from "@baton/core";
import type { Command } from "commander";
import { z } from "zod";
import { ADDRESS_OPTION, askServer, readAnswer } from "../../ask-server";
import { CommandError, EXIT_CODES } from "../../command-error";
import { printContent } from "../../content-policy";
import { readEnvironment } from "../../env";
import { readTextInput, STANDARD_INPUT } from "../../input";
import { JSON_OPTION, printJson, printProgress, printText } from "../../output";
import { readPolicy } from "../policy/read-policy";

interface CheckOptions {
  from: string;
  to: string;
  policy?: string;
  server?: string;
  json?: true;
}

/** `baton text check`: print a text as one agent may pass it to another. */
export function registerTextCheck(text: Command): void {
  text
    .command("check")
    .summary("print a text as it may pass")
    .description(
      "Print a text as one agent may pass it to another, and what content rules find in it. Exit with 1 if a rule redacts or\nblocks. Without --policy, the live policy of a server applies; set BATON_API_KEY to an API key with the scope `evaluate`.",
    )
    .argument("[file]", "a text; else standard input", STANDARD_INPUT)
    .requiredOption("--from <agent>", "sender")
    .requiredOption("--to <agent>", "receiver")
    .option("--policy <file>", "a policy document (governance_policies.json), enforced")
    .option(...ADDRESS_OPTION)
    .option(...JSON_OPTION)
    .action(check);
}

const Checked = z.object({
  text: z.string().nullable(),
  findings: z.array(ContentFinding),
  blocked: z.boolean(),
  failure: z.string().nullable(),
});
type Checked = z.infer<typeof Checked>;

async function check(path: string, options: CheckOptions): Promise<void> {
  const { text } = await readTextInput(path);
  const checked = await (options.policy === undefined
    ? checkOnServer(text, options)
    : applyFile(text, options.policy, options));
  if (!checked) return;
  const { findings, blocked, failure } = checked;
  const isChanged = blocked || failure !== null || findings.some(({ action }) => action !== "flag");
  if (isChanged) process.exitCode = EXIT_CODES.failure;
  if (options.json) return printJson({ ok: !isChanged, ...checked });
  printContent(checked);
  if (blocked) printProgress("A rule blocks this text. Remove what it found, then try again.");
  // A terminal would execute control characters; a file keeps them unchanged.
  else if (process.stdout.isTTY) printText((checked.text ?? "").trimEnd());
  else process.stdout.write(checked.text ?? "");
}

/** @returns null if the policy is invalid, after its findings were printed. */
async function applyFile(
  text: string,
  path: string,
  { from, to, json }: CheckOptions,
): Promise<Checked | null> {
  const parsed = await readPolicy(path, json ? { json } : {});
  if (!parsed) return null;
  const checked = checkText(await compileWithDetectors(parsed), { from, to, text });
  const { findings, isBlocked: blocked, failure } = checked;
  return { text: blocked ? null : checked.text, findings, blocked, failure };
}

async function checkOnServer(text: string, { from, to, server }: CheckOptions): Promise<Checked> {
  if (readEnvironment().BATON_API_KEY === undefined) {
    throw new CommandError(
      "Name a policy with --policy, or set BATON_API_KEY to an API key with the scope `evaluate`.",
    );
  }
  const body = { from_agent_id: from, to_agent_id: to, text };
  const answer = await askServer("/text/check", { server, scope: "evaluate", body });
  return readAnswer(z.object({ results: z.tuple([Checked]) }), answer).results[0];
}
