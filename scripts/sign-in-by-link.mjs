/** For a server in development, which has to build first what it answers with. */
const PATIENCE_MILLISECONDS = 120_000;

/**
 * Uses up a link that signs in, as the page that it opens does.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} link
 * @returns {Promise<Awaited<ReturnType<import("@playwright/test").BrowserContext["storageState"]>>>}
 *   cookies of who is signed in
 */
export async function signInByLink(browser, link) {
  const { origin, hash } = new URL(link);
  const context = await browser.newContext();
  const answer = await context.request.post(`${origin}/api/trpc/account.signInByLink`, {
    headers: { origin },
    data: { json: { token: hash.slice(1) } },
    timeout: PATIENCE_MILLISECONDS,
  });
  if (!answer.ok()) throw new Error(`The link does not sign in: ${await answer.text()}`);
  const state = await context.storageState();
  await context.close();
  return state;
}
