import { Policy, parsePolicy } from "@baton/core";
import { countOf } from "@baton/core/internal";
import { POLICY_SECTION } from "@baton/core/policy";
import { OutlinePage, PolicyReplay, type PolicyReplayResult, unpackOutlines } from "@baton/server/replay";
import { type Command, Option } from "commander";
import { z } from "zod";
import { ADDRESS_OPTION, askServer, readAnswer } from "../../ask-server";
import { CommandError, EXIT_CODES } from "../../command-error";
import { nameInput } from "../../input";
import { createNowOption } from "../../now-option";
import { formatCount, formatPercent, formatRows, JSON_OPTION, printJson, printText } from "../../output";
import { readPolicy } from "./read-policy";

const FAILURES = ["passes", "removes", "any", "never"] as const;

interface ReplayOptions {
  against?: string;
  range: string;
  failOn: (typeof FAILURES)[number];
  server?: string;
  now?: number;
  json?: true;
}

/** `baton policy replay`: replay a policy document over the past handoffs of a server. */
export function registerPolicyReplay(policy: Command): void {
  policy
    .command("replay")
    .summary("replay a document over the past handoffs of a server")
    .description(
      "Replay a policy document over past handoffs: fields that would newly pass or be removed, and tokens. Exits with 1 if\na field would newly pass (see --fail-on). Needs paths and sizes only, which the server sends.\nSet BATON_API_KEY to an API key with the scope `read`.",
    )
    .argument("<file>", "a policy document (governance_policies.json); - is standard input")
    .option("--against <file>", "the policy document to compare with (default: the server's live policy)")
    .option("--range <range>", "period: 24h, 7d, 30d, 90d, or two days such as 2026-10-01..2026-10-31", "7d")
    .addOption(
      new Option("--fail-on <change>", "changes that cause exit code 1").choices(FAILURES).default("passes"),
    )
    .option(...ADDRESS_OPTION)
    .addOption(createNowOption())
    .option(...JSON_OPTION)
    .action(replay);
}

async function replay(path: string, options: ReplayOptions): Promise<void> {
  const parsed = await readPolicy(path, options);
  if (!parsed) return;
  const current = await readCurrent(options);
  if (!current) return;
  const result = await replayOverServer(parsed.policy, current, options);
  const { newlyLetThrough, newlyBlocked, unlistedChanges } = result;
  const isFailure = {
    passes: newlyLetThrough.length > 0,
    removes: newlyBlocked.length > 0,
    any: newlyLetThrough.length + newlyBlocked.length > 0,
    never: false,
  }[options.failOn];
  if (isFailure) process.exitCode = EXIT_CODES.failure;
  if (options.json) {
    return printJson({
      ok: !isFailure,
      range: options.range,
      policy_version: parsed.version,
      handoffs: result.now.handoffs,
      unknown_handoffs: result.unknownHandoffs,
      before_tokens: result.now.beforeTokens,
      after_tokens: { now: result.now.afterTokens, replayed: result.draft.afterTokens },
      newly_passes: newlyLetThrough,
      newly_removed: newlyBlocked,
      unlisted_changes: unlistedChanges,
    });
  }
  printText(describe(nameInput(path), result));
}

/** Reads the policy to compare with. Prints the findings and returns null if it is invalid. */
async function readCurrent({ against, server, json }: ReplayOptions): Promise<Policy | null> {
  if (against !== undefined) return (await readPolicy(against, json ? { json } : {}))?.policy ?? null;
  const answer = await askServer("/policy", { server, scope: "read", expected: [404] });
  if (answer.status === 404) {
    readAnswer(z.looseObject({ code: z.literal("nothing_published") }), answer);
    // Without a policy, every handoff is minimal.
    return Policy.parse({ default_handoff_mode: "minimal" });
  }
  const { policy: section } = readAnswer(z.object({ policy: z.record(z.string(), z.unknown()) }), answer);
  const parsed = parsePolicy({ [POLICY_SECTION]: section });
  if (!parsed.ok)
    throw new CommandError("The live policy of the server is invalid. Publish a valid one first.");
  return parsed.policy;
}

const Answer = z.object({ page: OutlinePage, next_cursor: z.string().nullable() });

async function replayOverServer(
  draft: Policy,
  current: Policy,
  { server, range, now = Date.now() }: ReplayOptions,
): Promise<PolicyReplayResult> {
  const replay = new PolicyReplay(draft, { current, now });
  let cursor: string | null = null;
  do {
    const query: URLSearchParams = new URLSearchParams({ range, ...(cursor !== null && { cursor }) });
    const answer: z.infer<typeof Answer> = readAnswer(
      Answer,
      await askServer(`/handoff-outlines?${query}`, { server, scope: "read" }),
    );
    for (const handoff of unpackOutlines(answer.page)) replay.add(handoff);
    cursor = answer.next_cursor;
  } while (cursor !== null);
  return replay.result();
}

const MAX_LISTED = 50;

function describe(name: string, result: PolicyReplayResult): string {
  const { now, draft, unknownHandoffs, newlyLetThrough, newlyBlocked } = result;
  const unknown = unknownHandoffs > 0 ? `, and ${formatCount(unknownHandoffs)} whose fields are unknown` : "";
  const share = draft.afterTokens / now.afterTokens - 1;
  const change = now.afterTokens === 0 ? "" : ` (${share > 0 ? "+" : ""}${formatPercent(share)})`;
  const handoffs = countOf(now.handoffs, "handoff");
  return [
    `${name}: replayed over ${handoffs}${unknown}.`,
    `Tokens that pass: ${formatCount(now.afterTokens)} now, ${formatCount(draft.afterTokens)} with this document${change}.`,
    ...listFields("Newly passes", newlyLetThrough),
    ...listFields("Newly removed", newlyBlocked),
  ].join("\n");
}

function listFields(title: string, fields: PolicyReplayResult["newlyBlocked"]): string[] {
  if (fields.length === 0) return [`${title}: nothing.`];
  const rows = fields
    .slice(0, MAX_LISTED)
    .map(({ handoffs, from, to, path, tokens }): [string, string, string, string] => [
      formatCount(handoffs),
      `${from} → ${to}`,
      path,
      `${formatCount(tokens)} tokens`,
    ]);
  const rest = fields.length - rows.length;
  return [
    `${title}, with the number of handoffs:`,
    formatRows(rows),
    ...(rest > 0 ? [`… and ${formatCount(rest)} more fields (--json lists them)`] : []),
  ];
}
