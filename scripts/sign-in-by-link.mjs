/** Time for a development server to build its response. */
const PATIENCE_MILLISECONDS = 120_000;

/**
 * Consumes a sign-in link like the page that it opens.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} link
 * @param {import("@playwright/test").BrowserContextOptions} [options] of the browser
 * @returns {Promise<Awaited<ReturnType<import("@playwright/test").BrowserContext["storageState"]>>>} cookies
 * of the signed-in user
 */
export async function signInByLink(browser, link, options = {}) {
  const { origin, hash } = new URL(link);
  const context = await browser.newContext(options);
  const answer = await context.request.post(new URL("../api/trpc/account.signInByLink", link).href, {
    headers: { origin },
    data: { json: { token: hash.slice(1) } },
    timeout: PATIENCE_MILLISECONDS,
  });
  if (!answer.ok()) throw new Error(`The link does not sign in: ${await answer.text()}`);
  const state = await context.storageState();
  await context.close();
  return state;
}
