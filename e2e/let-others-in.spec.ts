import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { addMember, createAccount, createLink } from "@baton/db";
import { type APIRequestContext, type Browser, expect, type Page, test } from "@playwright/test";
import { CanaryWorkspace, withoutEscapes } from "./canary-workspace";
import { BATON_ADDRESS, BATON_FOLLOW } from "./env";

const PASSWORD = "correct horse battery";
const NOBODY = { storageState: { cookies: [], origins: [] } };

async function openAsNobody(browser: Browser): Promise<Page> {
  return (await browser.newContext({ ...NOBODY, baseURL: BATON_ADDRESS })).newPage();
}

/** An admin: a colleague is to see what agents hand on, and to change nothing. */
test("an admin lets a colleague in, who reads and no more, and takes it back", async ({ page, browser }) => {
  await page.goto("/w/sample/settings/members");
  await page.getByRole("button", { name: "Invite somebody" }).click();
  await expect(page.getByRole("checkbox", { name: /^viewer/ })).toBeChecked();
  await page.getByRole("button", { name: "Make the link" }).click();
  const link = await page.getByRole("region", { name: "The link" }).innerText();

  const guest = await openAsNobody(browser);
  await guest.goto(link.trim());
  await expect(guest.getByText("invites you to Sample, as viewer")).toBeVisible();
  await guest.getByLabel("Name").fill("Grace");
  await guest.getByLabel("Email").fill("grace@example.org");
  await guest.getByLabel("Password").fill(PASSWORD);
  await guest.getByRole("button", { name: "Join" }).click();
  await expect(guest).toHaveURL(/\/w\/sample\/overview$/);

  await test.step("the colleague reads, and is kept from the rest, by pages and by requests", async () => {
    await expect(guest.getByRole("link", { name: "Grace" })).toBeVisible();
    await guest.goto("/w/sample/settings");
    await expect(guest.getByRole("navigation", { name: "Settings" }).getByText("Members")).toHaveCount(0);
    expect((await guest.goto("/w/sample/settings/members"))?.status()).toBe(403);
    await expect(guest.getByText("Your roles do not allow this page")).toBeVisible();
    await expect(guest.getByRole("table")).toHaveCount(0);
    expect((await guest.goto("/w/default/overview"))?.status()).toBe(404);
    const key = { json: { workspace: "sample", name: "x", scopes: ["read"], days: 1 } };
    const post = (headers: Record<string, string>) =>
      guest.request.post("/api/trpc/keys.create", { headers, data: key });
    expect((await post({ origin: BATON_ADDRESS })).status()).toBe(403);
  });

  await test.step("another website can neither sign the colleague out nor anything else", async () => {
    const address = "/api/trpc/account.signOutEverywhere";
    const foreign = { headers: { origin: "https://elsewhere.example" } };
    expect((await guest.request.post(address, { ...foreign, data: {} })).status()).toBe(403);
    expect((await guest.request.post(address, { ...foreign, multipart: { a: "b" } })).status()).toBe(415);
    expect((await guest.request.post(address, { multipart: { a: "b" } })).status()).toBe(415);
    expect((await guest.goto("/w/sample/overview"))?.status()).toBe(200);
  });

  await test.step("the colleague signs out, and in again with the password, to where they wanted", async () => {
    await guest.goto("/account");
    await guest.getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(guest).toHaveURL(/\/sign-in$/);
    await guest.goto("/w/sample/sessions");
    await expect(guest).toHaveURL(/\/sign-in\?next=/);
    await guest.getByLabel("Email").fill("grace@example.org");
    await guest.getByLabel("Password").fill("not this one");
    await guest.getByRole("button", { name: "Sign in" }).click();
    await expect(guest.getByText("The address or the password is wrong.")).toBeVisible();
    await guest.getByLabel("Password").fill(PASSWORD);
    await guest.getByRole("button", { name: "Sign in" }).click();
    await expect(guest).toHaveURL(/\/w\/sample\/sessions$/);
  });

  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Remove Grace" }).click();
  await page.getByRole("button", { name: "Remove them" }).click();
  await expect(page.getByRole("row", { name: /Grace/ })).toHaveCount(0);
  expect((await guest.goto("/w/sample/overview"))?.status()).toBe(404);
});

/** An integrator: a program needs a key, which is shown once. */
test("an admin makes a key for a program, and revokes it", async ({ page, request }) => {
  await page.goto("/w/sample/settings/keys");
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByLabel("Name").fill("ci");
  await page.getByRole("checkbox", { name: /^read/ }).click();
  await page.getByRole("button", { name: "Make the key" }).click();
  const key = (await page.getByRole("region", { name: "The key" }).innerText()).trim();
  const ask = () => request.get("/api/v1/sessions", { headers: { authorization: `Bearer ${key}` } });
  expect((await ask()).status()).toBe(200);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(key)).toHaveCount(0);
  await page.getByRole("button", { name: "Revoke the key ci" }).click();
  await page.getByRole("button", { name: "Revoke it" }).click();
  await expect(page.getByRole("row", { name: /ci.*revoked/ })).toBeVisible();
  expect((await ask()).status()).toBe(401);
});

test("every answer says what a browser may do with it", async ({ request }) => {
  const headers = (await request.get("/sign-in")).headers();
  expect(headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
  });
  const scripts = /script-src ([^;]*)/.exec(headers["content-security-policy"] ?? "")?.[1] ?? "";
  expect(scripts).toMatch(/'nonce-[^']{20,}' 'strict-dynamic'/);
  expect(scripts).not.toContain("unsafe");
});

/** What is answered at each address, as it was before it was put into HTML or JSON, and with which status. */
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

/** A governance owner: what a rule blocks, and what is secret, is seen by nobody, wherever they look. */
test("two hundred secrets and blocked values stand in no page, no answer, no export and no log", async ({
  browser,
  page,
}) => {
  // A hang guard: some three hundred answers take a quarter of a minute on two idle cores.
  test.setTimeout(300_000);
  const workspace = new CanaryWorkspace(`canaries-${Date.now().toString(36)}`);
  await workspace.fill();
  const { db, id, canaries } = workspace;
  expect(canaries.given.length).toBeGreaterThanOrEqual(200);
  const viewer = (await browser.newContext({ ...NOBODY, baseURL: BATON_ADDRESS })).request;
  const account = await createAccount(db, { name: "Vera", email: `vera@${id}.test`, passwordHash: "none" });
  if (!account) throw new Error("the address is new");
  await addMember(db, { workspaceId: id, userId: account.id, roles: ["viewer"] });
  const token = await createLink(db, { userId: account.id, purpose: "sign_in", lifetimeSeconds: 60 });
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
    // They look where the secrets stood.
    expect(saying(shown, ["[masked:"]).length).toBeGreaterThan(15);
    expect(saying(shown, canaries.given)).toEqual([]);
  }
  // An owner who is admin too: what a viewer is answered is a part of it.
  const asked = await readAll(page.request, questions);
  expect(countOf(asked, 200)).toBeGreaterThan(50);
  expect(countOf(asked, 500)).toBe(0);
  expect(saying(asked, ["[masked:"]).length).toBeGreaterThan(10);
  expect(saying(asked, canaries.given)).toEqual([]);

  const key = await workspace.makeKey();
  const api = await readAll(page.request, workspace.listApi(), key);
  expect(countOf(api, 200)).toBe(api.length);
  const scoped = await page.request.post("/api/v1/scope", {
    headers: { authorization: `Bearer ${key}` },
    data: {
      ...{ from: "a", to: "b", switch: undefined },
      context: {
        prior_outputs: { a: { claim: "kept", ssn: canaries.add("a blocked value that was asked about") } },
      },
    },
  });
  expect(scoped.status()).toBe(200);
  const written = ["web.log", "ingest.log"].map((name) => ({
    ...{ address: name, status: 200 },
    text: readFileSync(join(dirname(BATON_FOLLOW), name), "utf8"),
  }));
  expect(written.every(({ text }) => text.length > 100)).toBe(true);
  const elsewhere = [
    ...written,
    { address: "scope", status: 200, text: await scoped.text() },
    { address: "baton ingest", status: 0, text: workspace.printed },
  ];
  expect(saying([...api, ...elsewhere], canaries.given)).toEqual([]);

  // One that got by would be found, whatever letters it has, in whatever it stands.
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
  await workspace.remove();
});
