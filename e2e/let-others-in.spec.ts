import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { BATON_ADDRESS } from "./env";
import { closePages } from "./sign-in-owner";

const PASSWORD = "correct horse battery";
const NOBODY = { storageState: { cookies: [], origins: [] } };

test.afterEach(closePages);

async function openAsNobody(browser: Browser): Promise<Page> {
  return (await browser.newContext({ ...NOBODY, baseURL: BATON_ADDRESS })).newPage();
}

/** An admin invites a colleague who can read handoffs but change nothing. */
test("an admin invites a colleague as viewer, and removes the membership", async ({ page, browser }) => {
  await page.goto("/w/sample/settings/members");
  await page.getByRole("button", { name: "Invite a member" }).click();
  await expect(page.getByRole("checkbox", { name: /^viewer/ })).toBeChecked();
  await page.getByRole("button", { name: "Create link" }).click();
  const link = await page.getByRole("region", { name: "The link" }).innerText();

  const guest = await openAsNobody(browser);
  await guest.goto(link.trim());
  await expect(guest.getByText("invites you to Sample, as viewer")).toBeVisible();
  await guest.getByLabel("Name").fill("Grace");
  await guest.getByLabel("Email").fill("grace@example.org");
  await guest.getByLabel("Password").fill(PASSWORD);
  await guest.getByRole("button", { name: "Join" }).click();
  await expect(guest).toHaveURL(/\/w\/sample\/overview$/);

  await test.step("the colleague can read, and every other page and request is denied", async () => {
    await expect(guest.getByRole("link", { name: "Grace" })).toBeVisible();
    await guest.goto("/w/sample/policies");
    await expect(guest.getByText("You can read this policy, but not change it")).toBeVisible();
    await expect(guest.getByRole("button", { name: "Copy the link" })).toBeVisible();
    await guest.goto("/w/sample/settings");
    await expect(guest.getByRole("navigation", { name: "Settings" }).getByText("Members")).toHaveCount(0);
    expect((await guest.goto("/w/sample/settings/members"))?.status()).toBe(403);
    await expect(guest.getByText("You do not have access to this page")).toBeVisible();
    await expect(guest.getByRole("table")).toHaveCount(0);
    expect((await guest.goto("/w/default/overview"))?.status()).toBe(404);
    const key = { json: { workspace: "sample", name: "x", scopes: ["read"], days: 1 } };
    const post = (headers: Record<string, string>) =>
      guest.request.post("/api/trpc/keys.create", { headers, data: key });
    expect((await post({ origin: BATON_ADDRESS })).status()).toBe(403);
  });

  await test.step("another website cannot send requests in the colleague's name, such as signing out", async () => {
    const address = "/api/trpc/account.signOutEverywhere";
    const foreign = { headers: { origin: "https://elsewhere.example" } };
    expect((await guest.request.post(address, { ...foreign, data: {} })).status()).toBe(403);
    expect((await guest.request.post(address, { ...foreign, multipart: { a: "b" } })).status()).toBe(415);
    expect((await guest.request.post(address, { multipart: { a: "b" } })).status()).toBe(415);
    expect((await guest.goto("/w/sample/overview"))?.status()).toBe(200);
  });

  await test.step("the colleague signs out, and signing in with the password returns to the requested page", async () => {
    await guest.goto("/account");
    await guest.getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(guest).toHaveURL(/\/sign-in$/);
    await guest.goto("/w/sample/sessions");
    await expect(guest).toHaveURL(/\/sign-in\?next=/);
    await guest.getByLabel("Email").fill("grace@example.org");
    await guest.getByLabel("Password").fill("not this one");
    await guest.getByRole("button", { name: "Sign in" }).click();
    await expect(guest.getByText("Wrong email or password.")).toBeVisible();
    await guest.getByLabel("Password").fill(PASSWORD);
    await guest.getByRole("button", { name: "Sign in" }).click();
    await expect(guest).toHaveURL(/\/w\/sample\/sessions$/);
  });

  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Remove Grace" }).click();
  await page.getByRole("button", { name: "Remove member" }).click();
  // While the dialog is open, the table behind it is hidden from screen readers.
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("row", { name: /Grace/ })).toHaveCount(0);
  expect((await guest.goto("/w/sample/overview"))?.status()).toBe(404);
});

/** An integrator creates an API key for a program. Baton shows the key once. */
test("an admin creates an API key for a program, and revokes it", async ({ page, request }) => {
  await page.goto("/w/sample/settings/keys");
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByLabel("Name").fill("ci");
  await page.getByRole("checkbox", { name: /^read/ }).click();
  await page.getByRole("button", { name: "Create key" }).click();
  const key = (await page.getByRole("region", { name: "The key" }).innerText()).trim();
  const ask = () => request.get("/api/v1/sessions", { headers: { authorization: `Bearer ${key}` } });
  expect((await ask()).status()).toBe(200);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(key)).toHaveCount(0);
  await page.getByRole("button", { name: "Revoke the key ci" }).click();
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByRole("row", { name: /ci.*revoked/ })).toBeVisible();
  expect((await ask()).status()).toBe(401);
});

test("the server responds 400 to a URL that is not valid UTF-8", async ({ request }) => {
  for (const address of ["/api/trpc/%ff", "/api/v1/%ff", "/w/%ff/overview", "/w/sample/sessions/%E0%A4"]) {
    const answer = await request.get(address);
    expect(answer.status(), address).toBe(400);
    expect(await answer.text()).toContain("not valid UTF-8");
  }
  expect((await request.get("/_global-error")).status()).toBe(404);
});

/**
 * Announces a body of eight megabytes and sends only its beginning.
 * @returns the status of the response.
 */
async function sendEndlessly(path: string, host: string): Promise<number> {
  const { hostname, port, origin } = new URL(BATON_ADDRESS);
  const socket = connect(Number(port), hostname);
  // The server may reset the connection.
  socket.on("error", () => undefined);
  const headers = [`host: ${host}`, `origin: ${origin}`, "content-type: application/json"];
  socket.write(`POST ${path} HTTP/1.1\r\n${headers.join("\r\n")}\r\ncontent-length: 8000000\r\n\r\n`);
  // Send only what fits into the socket buffer: a client that is still sending when the server refuses would
  // lose the response with its connection.
  socket.write(Buffer.alloc(60_000));
  const [answer] = await once(socket, "data");
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d+)/.exec(String(answer))?.[1]);
}

test("the server rejects endless request bodies before they arrive, and requests for another host", async () => {
  const { host } = new URL(BATON_ADDRESS);
  const refusals = { "/api/trpc/x": 401, "/api/v1/scope": 401, "/api/nothing": 404 };
  for (const [path, status] of Object.entries(refusals)) {
    expect([path, await sendEndlessly(path, host)]).toEqual([path, status]);
    expect([path, await sendEndlessly(path, "elsewhere.example")]).toEqual([path, 421]);
  }
});

test("every response limits what the browser may do with it", async ({ request }) => {
  const headers = (await request.get("/sign-in")).headers();
  expect(headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
  });
  const scripts = /script-src ([^;]*)/.exec(headers["content-security-policy"] ?? "")?.[1] ?? "";
  expect(scripts).toMatch(/'nonce-[^']{20,}' 'strict-dynamic'/);
  expect(scripts).not.toContain("unsafe");
  const forPrograms = (await request.get("/api/readyz")).headers();
  expect(forPrograms).toMatchObject({
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  });
});

/** An operator misspells a setting: a supervisor must see that the server has ended. */
test("the web server ends with the reason if a setting is invalid", async () => {
  const server = join(import.meta.dirname, "../apps/web/.next/standalone/apps/web/server.js");
  const { PATH } = process.env;
  const settings = { DATABASE_URL: "postgres://baton@127.0.0.1/baton", BATON_SECRET: "short" };
  const child = spawn(process.execPath, [server], {
    env: { PATH, PORT: "0", HOSTNAME: "127.0.0.1", ...settings },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let written = "";
  child.stderr.on("data", (data) => (written += data));
  expect(await once(child, "close")).toEqual([1, null]);
  expect(written).toContain("Web cannot start. Invalid environment. BATON_SECRET: ");
});
