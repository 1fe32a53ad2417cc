import {
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
  test,
} from "@playwright/test";
import { BATON_ADDRESS } from "./env";

/** Differs per worker: a worker that starts after a failed test creates its own account. */
const EMAIL = `early-${Date.now()}@example.org`;
const PASSWORD = "an-early-password-1";
const NO_COOKIES = { cookies: [], origins: [] };

/** The pages that ask for a password, and the content of a ready page after the form is sent. */
const PAGES = [
  {
    name: "sign-in",
    address: async () => "/sign-in?next=/account",
    isSignedIn: false,
    passwords: 1,
    outcome: (page: Page) => page.getByRole("heading", { name: "Account" }),
  },
  {
    name: "join",
    address: invite,
    isSignedIn: false,
    passwords: 0,
    outcome: (page: Page) => page.getByText("An account with this email exists."),
  },
  {
    name: "reset",
    address: async () => "/reset-password#unknown",
    isSignedIn: false,
    passwords: 1,
    outcome: (page: Page) => page.getByText("This link was already used or has expired. Request a new one."),
  },
  {
    name: "account",
    address: async () => "/account",
    isSignedIn: true,
    passwords: 3,
    outcome: (page: Page) => page.getByText("Changed."),
  },
];

/** The cookies of a colleague with a password. */
let colleague: BrowserContextOptions["storageState"];

test.beforeAll(async ({ browser }) => {
  const admin = await browser.newContext();
  const token = new URL(await invite(admin)).hash.slice(1);
  const guest = await browser.newContext({ storageState: NO_COOKIES });
  const input = { token, name: "Early", email: EMAIL, password: PASSWORD };
  await call(guest, "invitations.register", input);
  colleague = await guest.storageState();
  await Promise.all([admin.close(), guest.close()]);
});

async function call(context: BrowserContext, procedure: string, input: object) {
  const answer = await context.request.post(`/api/trpc/${procedure}`, {
    headers: { origin: BATON_ADDRESS },
    data: { json: input },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
}

/** Invites someone to the sample workspace. @returns the link. */
async function invite(admin: BrowserContext): Promise<string> {
  const input = { workspace: "sample", email: null, roles: ["viewer"], days: 1 };
  return String((await call(admin, "invitations.create", input)).result.data.json.link);
}

/** Returns a function that lists every URL requested from now on, as one text. */
function watchAddresses(page: Page): () => string {
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  page.on("framenavigated", (frame) => addresses.push(frame.url()));
  return () => addresses.join("\n");
}

function passwordFields(page: Page): Locator {
  return page.locator("form input[type=password]");
}

async function fillIn(page: Page): Promise<void> {
  for (const field of await page.locator("form input:not([type=password])").all()) await field.fill(EMAIL);
  for (const field of await passwordFields(page).all()) await field.fill(PASSWORD);
}

/** Tries to submit each form, by the Enter key and by its button. */
async function trySending(page: Page): Promise<void> {
  for (const field of await passwordFields(page).all()) await field.press("Enter");
  for (const button of await page.locator("form button[type=submit]").all()) {
    await expect(button).toBeDisabled();
    await button.click({ force: true });
  }
}

for (const { name, address, isSignedIn, passwords, outcome } of PAGES) {
  test(`${name} without scripts explains that it needs them, and no URL contains the password`, async ({
    context: admin,
    browser,
  }) => {
    const storageState = isSignedIn ? colleague : NO_COOKIES;
    const page = await (await browser.newContext({ storageState, javaScriptEnabled: false })).newPage();
    const addresses = watchAddresses(page);
    await page.goto(await address(admin));
    // Playwright finds no text below a noscript element.
    const notice = page.locator("noscript > p");
    await expect(notice).toBeInViewport();
    await expect(notice).toHaveText(/^Baton needs JavaScript/);
    await expect(page.getByText("Loading …").filter({ visible: true })).toHaveCount(0);
    await expect(passwordFields(page)).toHaveCount(passwords);
    await fillIn(page);
    await trySending(page);
    await expect(notice).toBeInViewport();

    for (let form = 0; form < (await page.locator("form").count()); form++) {
      await test.step("a form sent without scripts gets a response without the password", async () => {
        const button = page.locator("form button[type=submit]").nth(form);
        await button.evaluate((element) => element.removeAttribute("disabled"));
        await fillIn(page);
        const answered = page.waitForResponse((response) => response.request().method() === "POST");
        await button.click();
        expect((await answered).status()).toBe(405);
        await expect(page.getByText("needs JavaScript")).toBeVisible();
        expect(await page.content()).not.toContain(PASSWORD);
        await page.goBack();
      });
    }
    expect(addresses()).not.toContain(PASSWORD);
    await page.context().close();
  });

  test(`${name} waits for slow scripts, and no URL contains the password`, async ({
    context: admin,
    browser,
  }) => {
    const storageState = isSignedIn ? colleague : NO_COOKIES;
    const page = await (await browser.newContext({ storageState })).newPage();
    const addresses = watchAddresses(page);
    let loadScripts = () => {};
    const isTried = new Promise<void>((resolve) => {
      loadScripts = resolve;
    });
    await page.route(/\.js(\?|$)/, async (route) => {
      await isTried;
      await route.continue();
    });
    await page.goto(await address(admin), { waitUntil: "commit" });
    await expect(page.getByText(/Loading …|Loading the invitation …/).first()).toBeVisible();
    await expect(passwordFields(page)).toHaveCount(passwords);
    await fillIn(page);
    await trySending(page);
    loadScripts();

    const button = page.locator("form button[type=submit]").last();
    await expect(button).toBeEnabled();
    await expect(page.getByText("Loading …")).toHaveCount(0);
    await fillIn(page);
    await button.click();
    await expect(outcome(page)).toBeVisible();
    expect(addresses()).not.toContain(PASSWORD);
    await page.context().close();
  });
}
