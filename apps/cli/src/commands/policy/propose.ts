import { Finding } from "@baton/core";
import type { Command } from "commander";
import { z } from "zod";
import { ADDRESS_OPTION, askServer, readAnswer } from "../../ask-server";
import { EXIT_CODES } from "../../command-error";
import { describeFindings, refuse } from "../../findings";
import { nameInput } from "../../input";
import { JSON_OPTION, printJson, printText } from "../../output";
import { findServerAddress } from "../../server-address";
import { readPolicy } from "./read-policy";

interface ProposeOptions {
  basedOn?: string;
  server?: string;
  json?: true;
}

/** `baton policy propose`: propose a policy document as the draft of a server. */
export function registerPolicyPropose(policy: Command): void {
  policy
    .command("propose")
    .summary("propose a document as the draft of a server")
    .description(
      "Propose a policy document: start a draft on a server, or merge the document into the open one. People review and\npublish it. Exits with 1 without a change if others changed the same settings differently.\nSet BATON_API_KEY to an API key with the scope `propose`.",
    )
    .argument("<file>", "a policy document (governance_policies.json); - is standard input")
    .option("--based-on <version>", "version that the document started from (default: the live policy)")
    .option(...ADDRESS_OPTION)
    .option(...JSON_OPTION)
    .action(propose);
}

const Saved = z.object({
  outcome: z.enum(["saved", "live"]),
  draft_id: z.int().nullable(),
  revision: z.int().nullable(),
  has_merged: z.boolean(),
  page: z.string(),
  findings: z.array(Finding),
});

const Conflict = z.object({
  rule_id: z.string().nullable(),
  setting: z.string().nullable(),
  proposed: z.unknown().optional(),
  current: z.unknown().optional(),
});

const Refused = z.looseObject({
  detail: z.string(),
  findings: z.array(Finding).default([]),
  conflicts: z.array(Conflict).default([]),
});

async function propose(path: string, options: ProposeOptions): Promise<void> {
  const parsed = await readPolicy(path, options);
  if (!parsed) return;
  const { server = findServerAddress(), basedOn } = options;
  const body = { document: parsed.text, ...(basedOn !== undefined && { based_on: basedOn }) };
  const answer = await askServer("/drafts", { server, scope: "propose", body, expected: [409, 422] });
  if (answer.status === 422) return refuse(path, readAnswer(Refused, answer).findings, options);
  if (answer.status === 409) return printRefusal(readAnswer(Refused, answer), options);
  const saved = readAnswer(Saved, answer);
  const page = new URL(saved.page, server).href;
  if (options.json) return printJson({ ok: true, ...saved, page });
  if (saved.outcome === "live")
    return printText(`${nameInput(path)} is the live policy. Nothing to propose.`);
  const merged = saved.has_merged ? ", merged with changes of others" : "";
  const findings = saved.findings.length > 0 ? [`${describeFindings(saved.findings)}\n`] : [];
  const summary = `Draft ${saved.draft_id}, revision ${saved.revision}${merged}. Review and publish it at ${page}`;
  printText([...findings, summary].join("\n"));
}

function printRefusal(
  { detail, conflicts, findings }: z.infer<typeof Refused>,
  options: { json?: true },
): void {
  process.exitCode = EXIT_CODES.failure;
  if (options.json) {
    printJson({ ok: false, message: detail, conflicts, findings });
    return;
  }
  const lines = conflicts.flatMap(({ rule_id, setting, proposed, current }) => [
    [rule_id === null ? "policy" : `rule ${rule_id}`, ...(setting === null ? [] : [setting])].join(", "),
    `  proposed: ${JSON.stringify(proposed) ?? "absent"}`,
    `  current: ${JSON.stringify(current) ?? "absent"}`,
  ]);
  const found = findings.length > 0 ? [describeFindings(findings)] : [];
  printText([detail, ...lines, ...found].join("\n"));
}
