import { setTimeout as sleep } from "node:timers/promises";
import { type BrowserContextOptions, chromium } from "@playwright/test";
import { signInByLink } from "../../scripts/sign-in-by-link.mjs";

const PAGES = [
  "overview",
  "savings",
  "sessions",
  "handoffs",
  "agents",
  "policies",
  "ingest",
  "audit",
] as const;
const PATIENCE_MILLISECONDS = 30_000;

export interface Use {
  pageCount: number;
  answerCount: number;
  /** Number of responses by status, from 500 on. */
  failures: Record<number, number>;
  /** Exceptions in pages. */
  pageErrors: string[];
}

/**
 * Opens the pages of a workspace in a browser one after another, until the signal aborts.
 *
 * @param options.cookies of a user; without them, the link signs in.
 */
export async function useWeb(
  executablePath: string,
  link: string,
  {
    pauseSeconds,
    signal,
    cookies,
  }: { pauseSeconds: number; signal: AbortSignal; cookies?: BrowserContextOptions["storageState"] },
): Promise<Use> {
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });
  const use: Use = { pageCount: 0, answerCount: 0, failures: {}, pageErrors: [] };
  try {
    // The certificate of a proxy is its own.
    const options = { ignoreHTTPSErrors: true };
    const storageState = cookies ?? (await signInByLink(browser, link, options));
    const context = await browser.newContext({ ...options, storageState });
    const page = await context.newPage();
    page.on("pageerror", (error) => use.pageErrors.push(`${page.url()}: ${error.message}`));
    page.on("response", (response) => {
      use.answerCount += 1;
      const status = response.status();
      if (status >= 500) use.failures[status] = (use.failures[status] ?? 0) + 1;
    });
    while (!signal.aborted) {
      const path = PAGES[use.pageCount % PAGES.length];
      use.pageCount += 1;
      await page
        .goto(new URL(`../w/default/${path}`, link).href, { timeout: PATIENCE_MILLISECONDS })
        .catch((error: Error) => use.pageErrors.push(`${path}: ${error.message}`));
      await sleep(pauseSeconds * 1_000, null, { signal }).catch(() => {});
    }
    return use;
  } finally {
    await browser.close();
  }
}
