import { fromStorableText, toStorableText } from "@baton/server/storable-text";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database";
import { buildWorkspace } from "../../../test/factories";
import { eventIdentity } from "../../schema/index";
import { claimIdentities } from "../line/event-write";
import { isAmong } from "./is-among";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const AT = new Date("2026-03-10T12:00:00Z");
/** More than the maximum parameters of a statement. */
const MANY = 70_000;
const ODD = ["", "\0", "\uD800", "\uFDD0", "a,b", "{}", '"', "\\"];

const recordsIn = (sourceFileId: number) =>
  [...ODD, ...Array.from({ length: MANY }, (_, index) => `id ${index}`)].map((identity, sequence) => ({
    record: { identity },
    occurredAt: AT,
    sourceFileId,
    generation: 0,
    sequence,
    ordinal: 0,
  }));

describe("more values than a statement can have parameters", () => {
  it("can be claimed again as existing identities", async () => {
    const workspaceId = await buildWorkspace(database.db);
    const owners = await database.db.transaction(async (tx) => {
      await claimIdentities(tx, workspaceId, recordsIn(1));
      return claimIdentities(tx, workspaceId, recordsIn(2));
    });
    expect(owners.size).toBe(ODD.length + MANY);
    expect(new Set([...owners.values()].map((owner) => owner.split(".")[0]))).toEqual(new Set(["1"]));
  });

  it("can be looked up as texts and numbers, with any content", async () => {
    const workspaceId = await buildWorkspace(database.db);
    await database.db.transaction((tx) => claimIdentities(tx, workspaceId, recordsIn(1)));
    const { identity, sequence } = eventIdentity;
    const find = async (isOne: ReturnType<typeof isAmong>) =>
      (
        await database.db
          .select({ identity })
          .from(eventIdentity)
          .where(sql`workspace_id = ${workspaceId} and ${isOne}`)
      ).map((row) => fromStorableText(row.identity));
    expect((await find(isAmong(identity, ODD.map(toStorableText)))).sort()).toEqual([...ODD].sort());
    expect(await find(isAmong(sequence, [1]))).toEqual(["\0"]);
    expect(await find(isAmong(identity, []))).toEqual([]);
  });
});
