import { API_KEY_SCOPES, type ApiKeyScope } from "@baton/db";
import { issueApiKey, MAX_KEY_DAYS } from "@baton/services/api-key/issue-api-key";
import { withdrawApiKey } from "@baton/services/api-key/withdraw-api-key";
import { type Command, InvalidArgumentError, Option } from "commander";
import { CommandError } from "../command-error";
import { createIfMissing } from "../create-workspace";
import { withDatabase } from "../database";
import { JSON_OPTION, printJson, printText } from "../output";
import { parseWorkspace } from "../workspace-option";

/** The user of this machine and its database; the audit log has no other name for them. */
const ACTOR = { id: null, name: "baton admin" };

interface CreateOptions {
  workspace: string;
  scope: ApiKeyScope[];
  days?: number;
  json?: true;
}

/**
 * Registers `baton admin create-key` and `revoke-key`: API keys for programs, even before the first account
 * exists.
 */
export function registerAdminKeys(admin: Command): void {
  admin
    .command("create-key")
    .argument("<name>", "a short description of its use")
    .description("Create an API key and print it. Baton stores only its hash and cannot print it again.")
    .option("--workspace <id>", "workspace ID (created if missing)", parseWorkspace, "default")
    .addOption(
      new Option("--scope <scopes...>", "permissions of the key").choices(API_KEY_SCOPES).default(["ingest"]),
    )
    .option("--days <number>", "days until it expires (default: never)", parseDays)
    .option(...JSON_OPTION)
    .action(createKey);
  admin
    .command("revoke-key")
    .argument("<prefix>", "the first part of the key: baton_ and 16 digits")
    .description("Revoke an API key. Requests with it fail immediately.")
    .option("--workspace <id>", "workspace ID", parseWorkspace, "default")
    .option(...JSON_OPTION)
    .action(revokeKey);
}

function parseDays(text: string): number {
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= MAX_KEY_DAYS) return days;
  throw new InvalidArgumentError(`Use a number of days from 1 to ${MAX_KEY_DAYS}.`);
}

async function createKey(name: string, { workspace, scope, days, json }: CreateOptions): Promise<void> {
  const { token, key } = await withDatabase((db) =>
    db.transaction(async (tx) => {
      await createIfMissing(tx, workspace);
      return issueApiKey(tx, {
        workspaceId: workspace,
        name,
        scopes: scope,
        days: days ?? null,
        actor: ACTOR,
      });
    }),
  );
  const { prefix, scopes, expiresAt } = key;
  if (json) printJson({ key: token, prefix, workspace, scopes, expires_at: expiresAt });
  else printText(token);
}

async function revokeKey(
  prefix: string,
  { workspace, json }: { workspace: string; json?: true },
): Promise<void> {
  const [, keyId] = /^baton_([0-9a-f]{16})(?:_|$)/.exec(prefix) ?? [];
  const isRevoked =
    keyId !== undefined &&
    (await withDatabase((db) =>
      db.transaction((tx) => withdrawApiKey(tx, { workspaceId: workspace, keyId, actor: ACTOR })),
    ));
  if (!isRevoked)
    throw new CommandError(
      `“${workspace}” has no active key with this prefix. Name the workspace of the key with --workspace.`,
    );
  if (json) printJson({ revoked: `baton_${keyId}` });
  else printText(`baton_${keyId} is revoked.`);
}
