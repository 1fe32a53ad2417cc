import { request } from "@playwright/test";
import { BATON_ADDRESS, BATON_SIGN_IN_LINK } from "./env";
import { SIGNED_IN } from "./signed-in";

/** Signs in once with the link that a start prints, so that the tests can share its cookies. */
export default async function signIn() {
  const context = await request.newContext({ baseURL: BATON_ADDRESS });
  const token = new URL(BATON_SIGN_IN_LINK).hash.slice(1);
  const answer = await context.post("/api/trpc/account.signInByLink", {
    headers: { origin: BATON_ADDRESS },
    data: { json: { token } },
  });
  if (!answer.ok()) throw new Error(`The link does not sign in: ${await answer.text()}`);
  await context.storageState({ path: SIGNED_IN });
  await context.dispose();
}
