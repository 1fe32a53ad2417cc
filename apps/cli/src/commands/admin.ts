import { createLink, findAccount, getPasswordHash } from "@baton/db";
import { ensureFounder } from "@baton/services/account/ensure-founder";
import type { Command } from "commander";
import { CommandError } from "../command-error";
import { withDatabase } from "../database";
import { JSON_OPTION, printJson, printText } from "../output";
import { findServerAddress } from "../server-address";
import { registerAdminKeys } from "./admin-key";

const HOUR_SECONDS = 3600;
/** Long enough for the user to read the output later. */
const SIGN_IN_LIFETIME = 24 * HOUR_SECONDS;
const RESET_LIFETIME = HOUR_SECONDS;

interface LinkOptions {
  address?: string;
  unlessPassword?: true;
  json?: true;
}

/** `baton admin …`: sign-in links for the database owner, if sign-in fails or mail is not set up. */
export function registerAdmin(program: Command): void {
  const admin = program
    .command("admin")
    .summary("create sign-in links and API keys")
    .description("Create a one-time sign-in link or an API key. This needs access to the database.");
  admin
    .command("sign-in-link")
    .description("Print a one-time link that signs in as the first account. It expires after one day.")
    .option("--address <url>", "server URL (default: BATON_URL, else the server on this machine)")
    .option("--unless-password", "print no link if the account has a password")
    .option(...JSON_OPTION)
    .action(printSignInLink);
  admin
    .command("reset-link")
    .argument("<email>", "email address of the account")
    .description("Print a one-time link for choosing a new password. It expires after one hour.")
    .option("--address <url>", "server URL (default: BATON_URL, else the server on this machine)")
    .option(...JSON_OPTION)
    .action(printResetLink);
  registerAdminKeys(admin);
}

async function printSignInLink(options: LinkOptions): Promise<void> {
  const link = await withDatabase(async (db) => {
    const { id: userId } = await ensureFounder(db);
    if (options.unlessPassword && (await getPasswordHash(db, { userId })) !== null) return null;
    const token = await createLink(db, { userId, purpose: "sign_in", lifetimeSeconds: SIGN_IN_LIFETIME });
    return `${addressOf(options)}/sign-in/link#${token}`;
  });
  if (options.json) printJson({ link });
  else printText(link ?? "The first account has a password. No link was created.");
}

async function printResetLink(email: string, options: LinkOptions): Promise<void> {
  const link = await withDatabase(async (db) => {
    const account = await findAccount(db, { email });
    if (!account) throw new CommandError(`No account found for ${email}.`);
    const to = { userId: account.id, purpose: "reset_password", lifetimeSeconds: RESET_LIFETIME } as const;
    return `${addressOf(options)}/reset-password#${await createLink(db, to)}`;
  });
  if (options.json) printJson({ link });
  else printText(link);
}

function addressOf({ address }: LinkOptions): string {
  return (address ?? findServerAddress()).replace(/\/+$/, "");
}
