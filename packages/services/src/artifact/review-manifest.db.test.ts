import { getManifest, listAuditRecords, listManifestReviews } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { buildManifest, buildWorkspace } from "@baton/db/test/factories";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { reviewManifest } from "./review-manifest";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let workspaceId: string;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  workspaceId = await buildWorkspace(database.db);
});

const OWNER = { id: "u1", name: "An owner" };

/** Lists the entries of an action, oldest first. */
async function listAudited(action: string): Promise<unknown[]> {
  const { records } = await listAuditRecords(database.db, { workspaceId, filter: { action }, limit: 10 });
  return records
    .map(({ actor_name, subject, details }) => [actor_name, subject, JSON.parse(details)])
    .reverse();
}

const review = (manifestId: string, verdict: "approved" | "sent_back" | "withdrawn", comment = "") =>
  reviewManifest(database.db, { workspaceId, manifestId, verdict, comment, reviewer: OWNER });

describe("reviewManifest", () => {
  it("replaces the state and keeps earlier reviews", async () => {
    const manifestId = await buildManifest(database.db, { workspaceId });
    const stateOf = async () => (await getManifest(database.db, { workspaceId, manifestId }))?.review;
    expect(await stateOf()).toBe("not_reviewed");
    await review(manifestId, "sent_back", "Which window?");
    expect(await stateOf()).toBe("sent_back");
    await review(manifestId, "withdrawn");
    expect(await stateOf()).toBe("not_reviewed");
    expect(await review("none such", "approved")).toBe(false);
    expect(await listAudited("manifest.review")).toEqual([
      ["An owner", `manifest ${manifestId}`, { before: "not_reviewed", after: "sent_back" }],
      ["An owner", `manifest ${manifestId}`, { before: "sent_back", after: "not_reviewed" }],
    ]);
    const reviews = await listManifestReviews(database.db, { workspaceId, manifestId });
    expect(reviews.map(({ verdict, comment }) => [verdict, comment])).toEqual([
      ["withdrawn", ""],
      ["sent_back", "Which window?"],
    ]);
    await expect(
      database.db.execute(sql`update manifest_review set comment = 'x' where workspace_id = ${workspaceId}`),
    ).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/^rows of manifest_review\w* are added and never changed$/) },
    });
  });
});
