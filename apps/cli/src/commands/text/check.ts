import { ContentFinding, checkText, compileWithDetectors } from "@baton/core";
import { describeRefusal } from "@baton/core/client";
import type { Command } from "commander";
import { z } from "zod";
import { CommandError, EXIT_CODES } from "../../command-error";
import { printContent } from "../../content-policy";
import { readEnvironment } from "../../env";
import { readTextInput, STANDARD_INPUT } from "../../input";
import { JSON_OPTION, printJson, printProgress, printText } from "../../output";
import { findServerAddress } from "../../server-address";
import { readPolicy } from "../policy/read-policy";

const ANSWER_LIMIT_MILLISECONDS = 10_000;

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
    .option("--server <url>", "server URL (default: BATON_URL, else the server on this machine)")
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
    ? askServer(text, options)
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

async function askServer(text: string, { from, to, ...options }: CheckOptions): Promise<Checked> {
  const { BATON_API_KEY: key } = readEnvironment();
  if (key === undefined) {
    throw new CommandError(
      "Name a policy with --policy, or set BATON_API_KEY to an API key with the scope `evaluate`.",
    );
  }
  const server = options.server ?? findServerAddress();
  if (!URL.canParse(server)) throw new CommandError(`“${server}” is not a server URL.`);
  const giveUp = (): never => {
    throw new CommandError(`${server} does not respond.`);
  };
  const response = await fetch(new URL("/api/v1/text/check", server), {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ from_agent_id: from, to_agent_id: to, text }),
    signal: AbortSignal.timeout(ANSWER_LIMIT_MILLISECONDS),
  }).catch(giveUp);
  if (!response.ok) {
    throw new CommandError(`${server} responded with ${response.status}: ${await describeRefusal(response)}`);
  }
  const answer = z.object({ results: z.tuple([Checked]) }).safeParse(await response.json().catch(giveUp));
  if (!answer.success) throw new CommandError(`${server} responded with something else than a checked text.`);
  return answer.data.results[0];
}
