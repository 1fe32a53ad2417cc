import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PAGES, type PageName } from "@baton/web/permissions";
import { expect, type Page, test } from "@playwright/test";
import axeCore from "axe-core";
import { ask } from "./ask";
import { BATON_ADDRESS } from "./env";
import { weighScripts } from "./weigh-scripts";

const COMMAND = join(import.meta.dirname, "../apps/cli/dist/baton.mjs");

/** Maximum JavaScript of a page before any interaction, in gzipped bytes. */
const MAX_SCRIPT_BYTES = 250_000;

/** Pages that only redirect, and the page "not found". */
const WITHOUT_CONTENT: readonly PageName[] = ["/", "/w/[workspace]", "/w/[workspace]/[...rest]"];

/**
 * Rules that depend on the width, because a phone hides or adds elements. The rest of a page is the same
 * document at every width.
 */
const RULES_OF_WIDTH = [
  "aria-hidden-focus",
  "button-name",
  "color-contrast",
  "link-name",
  "scrollable-region-focusable",
  "target-size",
];

/**
 * Loads a page once and checks it with axe: in full where most of it is shown, wide and light. Dark differs
 * only in colors, so only the color rules run there. A phone differs in what is hidden or shown, so only
 * those rules run, and the width is checked. A theme is the same set of variables at every width, so the
 * phone is checked in dark only.
 */
async function check(page: Page, address: string): Promise<string[]> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const response = await page.goto(address);
  const problems = await findOverweight((await response?.text()) ?? "", address);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  // The stream of new rows stays open, so the network is never idle. Loading parts have `aria-busy`.
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  problems.push(...(await findCutTables(page)).map((name) => `${address} wide: “${name}” does not fit`));
  await page.evaluate(axeCore.source);
  problems.push(...(await findProblems(page, `${address} wide, light`)));
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  const dark = ["color-contrast", "link-in-text-block"];
  problems.push(...(await findProblems(page, `${address} wide, dark`, dark)));
  await page.setViewportSize({ width: 375, height: 900 });
  problems.push(...(await findProblems(page, `${address} on a phone`, RULES_OF_WIDTH)));
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  if (overflow > 0) problems.push(`${address} on a phone scrolls sideways by ${overflow} px`);
  return problems;
}

/**
 * Returns tables that are cut off and need horizontal scrolling, except the grid of all agents, which grows
 * with them.
 */
async function findCutTables(page: Page): Promise<string[]> {
  return page
    .locator("section:not([aria-label='Pairs of agents and their rules']):has(> table)")
    .evaluateAll((places) =>
      places
        .filter((place) => place.scrollWidth > place.clientWidth)
        .map((place) => place.getAttribute("aria-label") ?? ""),
    );
}

/**
 * Returns a message if a document has too much JavaScript.
 * @param html the document as the server sent it.
 */
async function findOverweight(html: string, where: string): Promise<string[]> {
  const size = await weighScripts(html);
  const description = `${where} sends ${(size / 1000).toFixed(1)} kB of JavaScript, gzipped`;
  test.info().annotations.push({ type: "JavaScript", description });
  return size > 0 && size <= MAX_SCRIPT_BYTES ? [] : [description];
}

/** In a page, after `axeCore.source` ran there. */
declare const axe: typeof axeCore;

/** Texts with the same colors, background and size that are checked; nine tenths of axe's time are for contrast. */
const TEXTS_OF_A_LOOK = 3;

/** Marks the other texts of each look, in a page. */
function markRepeatedLooks(most: number): void {
  const [backgrounds, looks] = [new Map<Element, string>(), new Map<string, number>()];
  const backgroundOf = (element: Element): string => {
    const known = backgrounds.get(element);
    if (known !== undefined) return known;
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
    const own = `${backgroundColor} ${backgroundImage} ${opacity};`;
    const below = element.parentElement ? backgroundOf(element.parentElement) : "";
    const all = own === "rgba(0, 0, 0, 0) none 1;" ? below : below + own;
    backgrounds.set(element, all);
    return all;
  };
  for (const element of document.querySelectorAll<HTMLElement>("body *")) {
    const { color, fontSize, fontWeight, position } = getComputedStyle(element);
    const isVisible = element.checkVisibility({ visibilityProperty: true });
    const look = [backgroundOf(element), color, fontSize, fontWeight, position, isVisible].join();
    const count = looks.get(look) ?? 0;
    const isRepeated = element.childElementCount === 0 && count >= most;
    element.toggleAttribute("data-repeated", isRepeated);
    if (element.childElementCount === 0) looks.set(look, count + 1);
  }
  axe.configure({ rules: [{ id: "color-contrast", selector: ":not([data-repeated])" }] });
}

/** @param rules all rules by default */
async function findProblems(page: Page, where: string, rules?: string[]): Promise<string[]> {
  await page.evaluate(markRepeatedLooks, TEXTS_OF_A_LOOK);
  const problems = await page.evaluate(async (only) => {
    // Describing every element that passes takes axe longer than the rules do.
    const { violations } = await axe.run({ resultTypes: ["violations"], ...(only && { runOnly: only }) });
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  }, rules);
  return problems.map((problem) => `${where}: ${problem}`);
}

test.describe("accessibility and page size", () => {
  // Stops a hanging test: about forty pages, each checked three times, take two minutes on two idle cores.
  test.setTimeout(900_000);

  test("every page of a workspace passes axe in light, dark and on a phone, and starts with at most 250 kB of JavaScript", async ({
    page,
  }) => {
    const problems: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(`${page.url()}: ${message.text()}`);
    });
    const addresses = await listAddresses(page);
    for (const address of addresses) problems.push(...(await check(page, address)));
    expect(problems).toEqual([]);
  });

  test("the size check finds a page that sends the scripts of several pages", async ({ request }) => {
    const pages = ["overview", "policies", "ingest", "audit"].map((name) => `/w/sample/${name}`);
    const documents = await Promise.all(pages.map(async (address) => (await request.get(address)).text()));
    expect(await findOverweight(documents.join(""), "All together")).toHaveLength(1);
    expect(await findOverweight("", "A page without any")).toHaveLength(1);
  });

  test("the contrast check finds one faint text among many", async ({ page }) => {
    await page.goto("/w/sample/sessions");
    const link = page.getByRole("row").nth(12).getByRole("link").first();
    await expect(link).toBeVisible();
    await page.evaluate(axeCore.source);
    expect(await findProblems(page, "Sessions", ["color-contrast"])).toEqual([]);
    await link.evaluate((element) => {
      element.style.color = "#aaa";
    });
    expect(await findProblems(page, "Sessions", ["color-contrast"])).toHaveLength(1);
  });

  test.describe("signed out", () => {
    test.use({ storageState: { cookies: [], origins: [] } });

    test("every page before sign-in passes axe", async ({ page }) => {
      const open = Object.entries(PAGES).flatMap(([address, granted]) =>
        granted === "anyone" ? [address] : [],
      );
      expect(open).toContain("/sign-in");
      const problems: string[] = [];
      for (const address of open) problems.push(...(await check(page, address)));
      expect(problems).toEqual([]);
    });
  });
});

/** Returns a URL for every row in the table of pages for signed-in users; fails for a page without one. */
async function listAddresses(page: Page): Promise<string[]> {
  const examples = await findExamples(page);
  const pages = Object.entries(PAGES).filter(([, granted]) => granted !== "anyone");
  const missing: string[] = [];
  const addresses = pages.flatMap(([name]) => {
    if (WITHOUT_CONTENT.some((each) => each === name)) return [];
    if (name.split("[").length <= (name.startsWith("/w/") ? 2 : 1))
      return [name.replace("[workspace]", "sample")];
    const found = examples[name];
    if (!found) missing.push(name);
    return found ?? [];
  });
  expect(missing).toEqual([]);
  const queries = examples.queries ?? [];
  return [...addresses, ...queries, "/w/sample/manifests?finding=errors", "/w/sample/search?search=claim"];
}

/** Returns an ID of each kind, and two manifests: one with errors and one with sources. */
async function findExamples(page: Page): Promise<Record<string, string[]>> {
  const workspace = "sample";
  const find = (procedure: string, input: object, path: string) =>
    ask(page, procedure, { workspace, ...input }, path);
  const findSession = (search: string) => find("sessions.list", { search }, "sessions.0.sessionId");
  const at = (...parts: string[]) => `/w/${[workspace, ...parts].map(encodeURIComponent).join("/")}`;
  const [claim, compacted] = [await findSession("claim"), await findSession("Move the mobile app")];
  const handoff = await find("sessions.get", { session: claim }, "handoffs.0.eventId");
  const compaction = await find("sessions.get", { session: compacted }, "compactions.0.eventId");
  const manifests = [
    await find("manifests.list", { finding: "errors" }, "manifests.0.manifestId"),
    await find("manifests.list", { agent: "systems-architect" }, "manifests.0.manifestId"),
  ];
  return {
    "/w/[workspace]/documents/[document]": [
      at("documents", await find("documents.list", {}, "documents.0.documentId")),
    ],
    "/w/[workspace]/lineage/[[...subject]]": [
      at("lineage"),
      at("lineage", "agents", "severity_agent"),
      at("lineage", "fields", "internal_notes"),
      at("lineage", "pairs", "severity_agent", "recommendation_agent"),
      at("lineage", "rules", "severity_to_recommendation"),
    ],
    "/w/[workspace]/manifests/[manifest]": manifests.map((manifest) => at("manifests", manifest)),
    "/w/[workspace]/memory/[memory]": [at("memory", await find("memory.list", {}, "memories.0.memoryKey"))],
    "/w/[workspace]/policies/versions/[number]": [`/w/${publishSomewhere()}/policies/versions/1`],
    "/w/[workspace]/sessions/[session]": [at("sessions", claim)],
    "/w/[workspace]/sessions/[session]/compactions/[compaction]": [
      at("sessions", compacted, "compactions", compaction),
    ],
    "/w/[workspace]/sessions/[session]/fields": [at("sessions", claim, "fields")],
    "/w/[workspace]/sessions/[session]/handoffs/[event]": [at("sessions", claim, "handoffs", handoff)],
    "/w/[workspace]/settings/alerts/[alert]": [at("settings", "alerts", await addAlert(page, workspace))],
    queries: [
      `${at("compare")}?a=${claim}&b=${compacted}`,
      `${at("sessions", compacted)}?view=conversation`,
      `${at("sessions", claim)}?view=conversation`,
    ],
    "/w/[workspace]/tasks/[task]": [at("tasks", await find("tasks.list", {}, "tasks.0.attemptId"))],
  };
}

/** Creates an alert like the form, and returns its ID. */
async function addAlert(page: Page, workspace: string): Promise<string> {
  const watched = {
    figure: "share_saved",
    comparison: "below",
    threshold: 0.3,
    windowHours: 168,
    filter: {},
  };
  const answer = await page.request.post("/api/trpc/alerts.add", {
    headers: { origin: new URL(BATON_ADDRESS).origin },
    data: { json: { workspace, rule: { ...watched, name: "Saving less", channelIds: [] } } },
  });
  expect(answer.status()).toBe(200);
  return ask(page, "alerts.list", { workspace }, "0.alertId");
}

/** Publishes a policy in a workspace that no other test uses, and returns its ID. */
function publishSomewhere(): string {
  const workspace = "everyone";
  const file = join(mkdtempSync(join(tmpdir(), "baton-policy-")), "governance_policies.json");
  const rule = {
    from_agent_id: "a",
    to_agent_id: "b",
    handoff_mode: "scoped",
    allowed_context_fields: ["x"],
  };
  writeFileSync(file, JSON.stringify({ multi_agent_handoffs: { agent_handoff_rules: [rule] } }));
  execFileSync(process.execPath, [COMMAND, "policy", "import", file, "--workspace", workspace]);
  return workspace;
}
