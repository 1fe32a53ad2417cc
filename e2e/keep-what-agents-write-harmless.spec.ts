import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { createLink } from "@baton/db";
import { type APIRequestContext, type BrowserContext, expect, test } from "@playwright/test";
import { CanaryWorkspace, withoutEscapes } from "./canary-workspace";
import { BATON_ADDRESS, BATON_FOLLOW } from "./env";
import { giveHostileNames } from "./hostile-names";
import { findActive, HOSTILE_TEXTS, trustText, watchAttempts } from "./hostile-texts";
import { SIGNED_IN } from "./signed-in";

const NOBODY = { storageState: { cookies: [], origins: [] } };

let workspace: CanaryWorkspace;
test.beforeAll(async ({ browser }) => {
  workspace = new CanaryWorkspace(`canaries-${Date.now().toString(36)}`);
  await workspace.fill();
  const page = await browser.newPage({ baseURL: BATON_ADDRESS, storageState: SIGNED_IN });
  await giveHostileNames(page, workspace.id);
  await page.close();
});
test.afterAll(() => workspace.remove());

/** Returns each URL's status and its response before it was encoded as HTML or JSON. */
async function readAll(request: APIRequestContext, addresses: readonly string[], token?: string) {
  const answers: { address: string; status: number; text: string }[] = [];
  const waiting = addresses.values();
  const readOn = async () => {
    for (const address of waiting) {
      const answer = await request.get(
        address,
        token ? { headers: { authorization: `Bearer ${token}` } } : {},
      );
      answers.push({ address, status: answer.status(), text: withoutEscapes(await answer.text()) });
    }
  };
  await Promise.all([readOn(), readOn(), readOn()]);
  return answers;
}

type Answers = Awaited<ReturnType<typeof readAll>>;

const countOf = (answers: Answers, status: number) => answers.filter((each) => each.status === status).length;
const saying = (answers: Answers, words: readonly string[]) =>
  answers.flatMap(({ address, text }) =>
    words.some((word) => text.includes(withoutEscapes(word))) ? [address] : [],
  );

/** A governance owner: blocked fields and secrets are visible to no user on any page. */
test("no page, response, export or log contains any of two hundred secrets and blocked values", async ({
  browser,
  page,
}) => {
  // Stops a hanging test: about three hundred responses take 15 seconds on two idle cores.
  test.setTimeout(300_000);
  const { db, id, canaries } = workspace;
  expect(canaries.given.length).toBeGreaterThanOrEqual(200);
  const viewer = (await browser.newContext({ ...NOBODY, baseURL: BATON_ADDRESS })).request;
  const token = await createLink(db, { userId: workspace.viewerId, purpose: "sign_in", lifetimeSeconds: 60 });
  const headers = { origin: BATON_ADDRESS };
  await viewer.post("/api/trpc/account.signInByLink", { headers, data: { json: { token } } });

  const [exports, questions] = await Promise.all([workspace.listExports(), workspace.listQuestions()]);
  for (const [reader, request] of Object.entries({ owner: page.request, viewer })) {
    const pages = await workspace.listPages(reader === "owner" ? 3 : 1);
    const shown = await readAll(request, [...pages, ...exports]);
    const mayNot = reader === "viewer" ? /\/(?:audit|settings\/(?:erasure|keys|members|retention))\b/ : /^$/;
    for (const { address, status } of shown) {
      expect(status, `${address} as ${reader}`).toBe(mayNot.test(address) ? 403 : 200);
    }
    // Asserts that the visited pages contain masked secrets.
    expect(saying(shown, ["[masked:"]).length).toBeGreaterThan(15);
    expect(saying(shown, canaries.given)).toEqual([]);
  }
  // An owner who is also an admin receives everything that a viewer does.
  const asked = await readAll(page.request, questions);
  expect(countOf(asked, 200)).toBeGreaterThan(50);
  expect(countOf(asked, 500)).toBe(0);
  expect(saying(asked, ["[masked:"]).length).toBeGreaterThan(10);
  expect(saying(asked, canaries.given)).toEqual([]);

  const key = await workspace.buildKey();
  const api = await readAll(page.request, workspace.listApi(), key);
  expect(countOf(api, 200)).toBe(api.length);
  const scoped = await page.request.post("/api/v1/scope", {
    headers: { authorization: `Bearer ${key}` },
    data: {
      from: "a",
      to: "b",
      switch: undefined,
      context: {
        prior_outputs: { a: { claim: "kept", ssn: canaries.add("a blocked value that was asked about") } },
      },
    },
  });
  expect(scoped.status()).toBe(200);
  const written = ["web.log", "ingest.log"].map((name) => ({
    address: name,
    status: 200,
    text: readFileSync(join(dirname(BATON_FOLLOW), name), "utf8"),
  }));
  expect(written.every(({ text }) => text.length > 100)).toBe(true);
  const elsewhere = [
    ...written,
    { address: "scope", status: 200, text: await scoped.text() },
    { address: "baton ingest", status: 0, text: workspace.printed },
  ];
  expect(saying([...api, ...elsewhere], canaries.given)).toEqual([]);

  // Assert that the check finds a leaked secret in any case and context.
  const [secret = ""] = canaries.given;
  const hostile = canaries.add(`it's <"kept"> & \\ back`);
  await db.execute(
    `update session set title = $$${secret}$$ where workspace_id = '${id}' and session_id = 's'`,
  );
  const leaky = [`/w/${id}/sessions`, `/w/${id}/sessions/s`, `/w/${id}/sessions/s/export?format=html`];
  leaky.push(`/w/${id}/sessions/s/export?format=json`);
  for (const request of [page.request, viewer]) {
    expect(saying(await readAll(request, leaky), [secret]).sort()).toEqual(leaky.sort());
  }
  await db.execute(
    `update session set title = $$${hostile}$$ where workspace_id = '${id}' and session_id = 's'`,
  );
  expect(saying(await readAll(viewer, leaky), [hostile]).sort()).toEqual(leaky.sort());
});

interface Opened {
  address: string;
  status: number | undefined;
  /** Content of a page without the frame. */
  text: string;
  active: string[];
}

/** Opens URLs in a browser and waits until each page is idle. */
async function openAll(context: BrowserContext, addresses: readonly string[]): Promise<Opened[]> {
  const opened: Opened[] = [];
  const waiting = addresses.values();
  const openOn = async () => {
    const page = await context.newPage();
    for (const address of waiting) {
      const answer = await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
      // Stops a hanging test: the browser computes the policy diff.
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0, { timeout: 60_000 });
      const text = await page.evaluate(() => (document.querySelector("main") ?? document.body).textContent);
      opened.push({ address, status: answer?.status(), text, active: await findActive(page) });
    }
    await page.close();
  };
  await Promise.all([openOn(), openOn()]);
  return opened;
}

/** A user reads texts of agents that would be active elsewhere. Baton shows them without running them. */
test("every page and exported page shows imported markup and scripts as text", async ({
  context,
  page,
}, testInfo) => {
  // Stops a hanging test: about fifty pages take 20 seconds on two idle cores.
  test.setTimeout(300_000);
  const attempts = await watchAttempts(context);
  const exports = (await workspace.listExports()).filter((address) => address.endsWith("format=html"));
  const files = exports.map(async (address, index) => {
    const file = testInfo.outputPath(`session-${index}.html`);
    writeFileSync(file, await (await page.request.get(address)).body());
    return pathToFileURL(file).href;
  });
  const addresses = [...(await workspace.listPages(1)), ...(await workspace.listFullest())];
  const pages = new Set(addresses.map((address) => `${address}?range=2026-03-01..2026-03-31`));
  const opened = await openAll(context, [...pages, ...(await Promise.all(files))]);
  expect(opened.filter(({ status }) => status !== 200 && status !== 0)).toEqual([]);
  expect(opened.filter(({ active }) => active.length > 0)).toEqual([]);
  expect(attempts).toEqual({ ran: [], refused: [] });
  // Asserts that the visited pages contain the texts.
  const texts = Object.values(HOSTILE_TEXTS);
  const showing = opened.filter(({ text }) => texts.some((each) => text.includes(each)));
  expect(showing.length).toBeGreaterThan(30);

  await test.step("inserting markup into a page of Baton is blocked and detected", async () => {
    await page.goto(`/w/${workspace.id}/settings`);
    await page.evaluate((text) => document.body.insertAdjacentHTML("beforeend", text), HOSTILE_TEXTS.image);
    await expect.poll(() => attempts.refused.length).toBe(1);
    expect(await findActive(page)).toHaveLength(1);
    expect(attempts.ran).toEqual([]);
  });

  await test.step("each hostile text acts in an insecure page without a content security policy", async () => {
    for (const [name, text] of Object.entries(HOSTILE_TEXTS)) {
      attempts.ran.length = 0;
      await page.goto("about:blank");
      await page.setContent(trustText(text));
      const acts = async () => [...attempts.ran, ...(await findActive(page))].length;
      await expect.poll(acts, name).toBeGreaterThan(0);
    }
  });
});
