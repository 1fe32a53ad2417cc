import { createLink, type Database } from "@baton/db";
import { appRouter } from "../src/server/root";
import { createCallerFactory } from "../src/server/trpc";
import { contextOf } from "./call-procedure";

/** Creates a sign-in link for an account. @returns its one-time token. */
export function createSignInLink(db: Database, userId: string): Promise<string> {
  return createLink(db, { userId, purpose: "sign_in", lifetimeSeconds: 60 });
}

/** Signs an account in. @returns the headers of its browser's later requests. */
export async function signIn(db: Database, userId: string): Promise<Headers> {
  const token = await createSignInLink(db, userId);
  const context = contextOf(db, null);
  await createCallerFactory(appRouter)(context).account.signInByLink({ token });
  const [cookie = ""] = /^[^;]+/.exec(context.responseHeaders?.getSetCookie()[0] ?? "") ?? [];
  return new Headers({ cookie });
}
