import { getPriceBook, getSummarizerCost, listSavingsByModel, listWorkspacePrices } from "@baton/db";
import { auditLog } from "@baton/db/schema";
import { createTestDatabase } from "@baton/db/test";
import { buildHandoff, buildSourceFile, buildWorkspace } from "@baton/db/test/factories";
import { addToSavings, toSummed } from "@baton/db/write";
import { ListedPrice, ModelPrice } from "@baton/server/pricing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importPrices } from "./import-prices";
import { removePrice } from "./remove-price";
import { setDefaultModel } from "./set-default-model";
import { setPrice } from "./set-price";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const ACTOR = { id: "u1", name: "Ada" };
const DAY = "2026-03-10";

describe("prices of a workspace", () => {
  it("are the listed ones, unless the workspace sets its own and until it removes them", async () => {
    const { db } = database;
    const workspaceId = await buildWorkspace(db);
    const other = await buildWorkspace(db);
    const priceOf = async (workspace: string, model: string | null) =>
      (await getPriceBook(db, { workspaceId: workspace })).find(model, DAY)?.inputPrice ?? null;
    expect(await priceOf(workspaceId, "claude-sonnet-4-5-20250929")).toBe(3);

    const price = ModelPrice.parse({
      model: "Claude-Sonnet-4-5",
      effectiveFrom: "2026-03-01",
      inputPrice: 2.4,
    });
    await setPrice(db, { workspaceId, actor: ACTOR, price: { ...price, inputPrice: 2.7 } });
    await setPrice(db, { workspaceId, actor: ACTOR, price });
    expect(await priceOf(workspaceId, "claude-sonnet-4-5")).toBe(2.4);
    expect(await priceOf(other, "claude-sonnet-4-5")).toBe(3);
    expect((await listWorkspacePrices(db, { workspaceId })).own).toMatchObject([
      { ...price, model: "claude-sonnet-4-5", setBy: "Ada" },
    ]);

    const place = { workspaceId, actor: ACTOR, model: "claude-sonnet-4-5", effectiveFrom: "2026-03-01" };
    expect(await removePrice(db, place)).toBe(true);
    expect(await removePrice(db, place)).toBe(false);
    expect(await priceOf(workspaceId, "claude-sonnet-4-5")).toBe(3);

    expect(await priceOf(workspaceId, null)).toBeNull();
    await setDefaultModel(db, { workspaceId, actor: ACTOR, model: "gpt-5" });
    expect(await priceOf(workspaceId, null)).toBe(1.25);
    await setDefaultModel(db, { workspaceId, actor: ACTOR, model: null });
    expect(await priceOf(workspaceId, null)).toBeNull();
  });

  it("have audit entries with the value before and after each change", async () => {
    const { db } = database;
    const workspaceId = await buildWorkspace(db);
    const price = ModelPrice.parse({ model: "house", effectiveFrom: DAY, inputPrice: 1 });
    await setPrice(db, { workspaceId, actor: ACTOR, price });
    await setPrice(db, { workspaceId, actor: ACTOR, price: { ...price, inputPrice: 2 } });
    const rows = (await db.select().from(auditLog)).filter((row) => row.workspaceId === workspaceId);
    expect(rows.map(({ subject, details }) => [subject, JSON.parse(details)])).toEqual([
      [`house from ${DAY}`, { before: null, after: { inputPrice: 1 } }],
      [`house from ${DAY}`, { before: { inputPrice: 1 }, after: { inputPrice: 2 } }],
    ]);
  });

  it("come from an imported list if it is newer, and from an owner before any list", async () => {
    const { db } = database;
    const workspaceId = await buildWorkspace(db);
    const price = (model: string, inputPrice: number) =>
      ListedPrice.parse({
        model,
        effectiveFrom: "2026-10-01",
        inputPrice,
        outputPrice: 9,
        provider: "anthropic",
      });
    const prices = [price("claude-opus-4-8", 4), price("kept", 2), price("new-model", 7)];
    await setPrice(db, { workspaceId, actor: ACTOR, price: price("kept", 1) });
    const list = { source: "prices.json", prices };
    expect(await importPrices(db, { workspaceId, actor: ACTOR, list })).toEqual({
      readCount: 3,
      newCount: 3,
    });
    expect(await importPrices(db, { workspaceId, actor: ACTOR, list })).toEqual({
      readCount: 3,
      newCount: 0,
    });

    const book = await getPriceBook(db, { workspaceId });
    const inputPriceOf = (model: string, day: string) => book.find(model, day)?.inputPrice;
    expect(inputPriceOf("claude-opus-4-8", "2026-09-30")).toBe(5);
    expect(inputPriceOf("claude-opus-4-8", "2026-10-01")).toBe(4);
    expect(inputPriceOf("kept", "2026-10-01")).toBe(1);
    expect(inputPriceOf("vendor/new-model", "2026-10-01")).toBe(7);
  });

  it("apply by the receiver's model and the day (UTC) of the handoff", async () => {
    const { db } = database;
    const workspaceId = await buildWorkspace(db);
    const common = { workspaceId, sourceFileId: await buildSourceFile(db, workspaceId) };
    const handoffs = [
      await buildHandoff(db, { ...common, toModel: "house", occurredAt: new Date("2026-03-10T23:59:59Z") }),
      await buildHandoff(db, { ...common, toModel: "house", occurredAt: new Date("2026-03-11T00:00:00Z") }),
      await buildHandoff(db, { ...common, toModel: null, summarizerTokens: 9 }),
      await buildHandoff(db, { ...common, toModel: "house", scopingState: "observed" }),
    ];
    await addToSavings(db, workspaceId, handoffs.map(toSummed));
    const range = {
      start: new Date("2026-03-09T18:30:00Z"),
      end: new Date("2026-03-11T18:30:00Z"),
      timeZone: "Asia/Kolkata",
    };
    expect(await listSavingsByModel(db, { workspaceId, range, filter: {} })).toEqual([
      { day: "2026-03-10", model: "", tokens: 51 },
      { day: "2026-03-10", model: "house", tokens: 60 },
      { day: "2026-03-11", model: "house", tokens: 60 },
    ]);
  });

  it("apply to summaries by the model that wrote them, apart from the receiver's", async () => {
    const { db } = database;
    const workspaceId = await buildWorkspace(db);
    const common = { workspaceId, sourceFileId: await buildSourceFile(db, workspaceId), toModel: "house" };
    const at = new Date("2026-03-10T12:00:00Z");
    const summary = { summarizerTokens: 1_001_000, summarizerOutputTokens: 1_000, occurredAt: at };
    await buildHandoff(db, { ...common, ...summary, summarizerModel: "gpt-4o-mini" });
    await buildHandoff(db, { ...common, ...summary, summarizerModel: "unknown-model" });
    await buildHandoff(db, { ...common, ...summary, scopingState: "observed" });
    const day = { start: new Date("2026-03-10T00:00:00Z"), end: new Date("2026-03-11T00:00:00Z") };
    const scope = { workspaceId, range: { ...day, timeZone: "UTC" }, filter: {} };
    const { dollars, unpricedTokens } = await getSummarizerCost(db, scope);
    expect(dollars).toBeCloseTo(0.1506, 6);
    expect(unpricedTokens).toBe(1_001_000);
    expect(await getSummarizerCost(db, { ...scope, filter: { from: "idle_agent" } })).toEqual({
      dollars: null,
      unpricedTokens: 0,
    });
  });
});
