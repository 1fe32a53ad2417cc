import { PAGES } from "@baton/web/permissions";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";

const PATIENCE_MILLISECONDS = 30_000;
/** Addresses of a page that are opened: their links differ with their data. */
const ADDRESSES_OF_A_PAGE = 2;
const IGNORE_CERTIFICATE = { ignoreHTTPSErrors: true };

interface Walk {
  /** Pages of the table of permissions that were opened. */
  pages: string[];
  /** Links and requests that leave the path, failed responses, and errors of pages. */
  problems: string[];
  /** Cookies of the signed-in user, because the link works once. */
  cookies: Awaited<ReturnType<BrowserContext["storageState"]>>;
}

/**
 * Follows the links of a Baton with the sample, below the path of its address, to every page that they lead to.
 *
 * @param link signs in, once.
 */
export async function walkPages(executablePath: string, link: string): Promise<Walk> {
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });
  try {
    return await walk(browser, link, new URL("..", link).href.replace(/\/$/, ""));
  } finally {
    await browser.close();
  }
}

async function walk(browser: Browser, link: string, base: string): Promise<Walk> {
  const problems: string[] = [];
  const context = await browser.newContext({ ...IGNORE_CERTIFICATE, acceptDownloads: true });
  watch(context, base, problems);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MILLISECONDS);
  await signIn(page, link, base);
  const [found, opened] = [new Set([`${base}/`, `${base}/w/sample/overview`]), new Map<string, number>()];
  // Links that are found meanwhile are followed, too.
  for (const address of found) {
    const name = pageAt(new URL(address).pathname.slice(new URL(base).pathname.length));
    const count = opened.get(name) ?? 0;
    if (count >= ADDRESSES_OF_A_PAGE) continue;
    opened.set(name, count + 1);
    try {
      await page.goto(address);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await page.waitForFunction(() => !document.querySelector("[aria-busy=true]"));
      for (const each of await listReferences(page)) {
        if (!isBelow(each.href, base)) problems.push(`${address} names ${each.href}`);
        else if (each.isLink) found.add(each.href);
      }
    } catch (error) {
      problems.push(`${address}: ${error instanceof Error ? error.message.split("\n")[0] : error}`);
    }
  }
  problems.push(...(await useFiles(page, base)));
  const cookies = await context.storageState();
  await context.close();
  return { pages: [...opened.keys()].sort(), problems: [...new Set(problems)], cookies };
}

/** Notes each request outside of the path, each failed response, and each error of a page. */
function watch(context: BrowserContext, base: string, problems: string[]): void {
  context.on("request", (request) => {
    if (!isBelow(request.url(), base)) problems.push(`${request.frame().url()} requests ${request.url()}`);
  });
  context.on("response", (response) => {
    if (response.status() >= 400) problems.push(`${response.url()} answered ${response.status()}`);
  });
  context.on("weberror", (error) => problems.push(`${error.page()?.url()}: ${error.error().message}`));
  context.on("console", (message) => {
    if (message.type() === "error") problems.push(`${message.page()?.url()}: ${message.text()}`);
  });
}

/** Opens a page signed out, which leads to the sign-in page, then the link; its cookies must stay below the path. */
async function signIn(page: Page, link: string, base: string): Promise<void> {
  await page.goto(`${base}/account`);
  await page.waitForURL(`${base}/sign-in?next=%2Faccount`);
  await page.goto(link);
  await page.waitForURL(`${base}/w/**`);
  const path = new URL(base).pathname;
  const cookies = await page.context().cookies();
  const outside = cookies.filter((cookie) => cookie.path !== path);
  if (cookies.length === 0 || outside.length > 0)
    throw new Error(`cookies outside of ${path}: ${outside.map(({ name }) => name)}`);
}

/** Downloads a file, and searches the documentation with its form. */
async function useFiles(page: Page, base: string): Promise<string[]> {
  await page.goto(`${base}/w/sample/audit`);
  await page.getByRole("button", { name: "Export" }).click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("menuitem").first().click();
  const file = await downloading;
  await page.goto(`${base}/docs`);
  await page.getByRole("searchbox").fill("policy");
  await page.getByRole("searchbox").press("Enter");
  await page.waitForURL(`${base}/docs?q=policy`);
  return (await file.failure()) === null ? [] : [`${file.url()} was not downloaded`];
}

/** Lists every URL of this server in the document. A preconnect names the origin alone, and requests nothing. */
async function listReferences(page: Page): Promise<{ href: string; isLink: boolean }[]> {
  const references = await page.evaluate(() =>
    ["href", "src", "action", "formaction"].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]:not([rel=preconnect])`)].map((element) => ({
        href: new URL(element.getAttribute(name) ?? "", location.href).href,
        isLink: element.localName === "a" && !element.hasAttribute("download"),
      })),
    ),
  );
  const { origin } = new URL(page.url());
  return references
    .filter(({ href }) => new URL(href).origin === origin)
    .map(({ href, isLink }) => ({ href: href.replace(/#.*$/, ""), isLink }));
}

function isBelow(url: string, base: string): boolean {
  return (
    /^(?:data|blob|about):/.test(url) ||
    url === base ||
    (/^[/?#]/.test(url.slice(base.length, base.length + 1)) && url.startsWith(base))
  );
}

/** Returns the row of the table of permissions for a path; the path itself if none matches. */
function pageAt(pathname: string): string {
  const names = Object.keys(PAGES).sort((a, b) => Number(a.includes("[...")) - Number(b.includes("[...")));
  return (
    names.find((name) => {
      const pattern = name.replace(/\/\[\[\.\.\.\w+\]\]/, "(?:/.+)?").replace(/\[\.\.\.\w+\]/, ".+");
      return new RegExp(`^${pattern.replace(/\[\w+\]/g, "[^/]+")}/?$`).test(pathname);
    }) ?? pathname
  );
}
