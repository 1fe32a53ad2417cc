import { addMember, createAccount, createLink, type Database } from "@baton/db";
import { insertWorkspace } from "@baton/db/write";
import type { Browser, Page } from "@playwright/test";
import { BATON_ADDRESS } from "./env";

/** Signs in a new owner of a workspace, which is created if missing, and opens an empty page in their browser. */
export async function signInOwner(
  db: Database,
  browser: Browser,
  { workspace, name }: { workspace: string; name: string },
): Promise<Page> {
  const email = `${name.toLowerCase()}@${workspace}.test`;
  const account = await createAccount(db, { name, email, passwordHash: "none" });
  if (!account) throw new Error(`${email} is new`);
  await insertWorkspace(db, { workspaceId: workspace, name: "Claims", userId: account.id });
  await addMember(db, { workspaceId: workspace, userId: account.id, roles: ["owner"] });
  const token = await createLink(db, { userId: account.id, purpose: "sign_in", lifetimeSeconds: 60 });
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const answer = await context.request.post("/api/trpc/account.signInByLink", {
    headers: { origin: BATON_ADDRESS },
    data: { json: { token } },
  });
  if (!answer.ok()) throw new Error(await answer.text());
  return context.newPage();
}

/** Closes all pages of a test: those of other people would follow new rows until the last test ends. */
export async function closePages({ browser }: { browser: Browser }): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}
