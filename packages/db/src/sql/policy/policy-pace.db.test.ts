import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database";
import { buildWorkspace } from "../../../test/factories";
import { isWritingTooMuch } from "./policy-pace";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let workspaceId: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  workspaceId = await buildWorkspace(database.db);
});
afterAll(() => database.drop());

const save = (count: number, document: string, at = "now()") =>
  database.db.execute(sql`insert into policy_draft_revision
    (workspace_id, draft_id, revision, document, is_enabled, is_observing, saved_by_id, saved_by, saved_at)
    select ${workspaceId}, 1, n + (select count(*) from policy_draft_revision where workspace_id = ${workspaceId}), ${document},
      true, false, 'ed', 'Ed', ${sql.raw(at)} from generate_series(1, ${count}::int) n`);

const remark = (count: number, { entry = "commented", by = "ed", at = "now()" } = {}) =>
  database.db.execute(sql`insert into policy_review (workspace_id, draft_id, revision, entry, comment, reviewer_id, reviewer, reviewed_at)
    select ${workspaceId}, 1, 1, ${entry}, 'c', ${by}, 'N', ${sql.raw(at)} from generate_series(1, ${count}::int)`);

const isTooMuch = (about: { draftId?: number } = {}, personId = "ed") =>
  isWritingTooMuch(database.db, { workspaceId, personId, ...about });

it("the edit limit is a thousand revisions per person and hour", async () => {
  await save(2_000, "{}", "now() - interval '61 minutes'");
  await save(999, "{}");
  expect(await isTooMuch()).toBe(false);
  await save(1, "{}");
  expect(await isTooMuch()).toBe(true);
  expect(await isTooMuch({}, "others")).toBe(false);
});

it("the edit limit is two hundred million bytes of revisions", async () => {
  await save(101, "x".repeat(2_000_000));
  expect(await isTooMuch()).toBe(true);
});

it("the comment limit is two hundred per hour and a thousand per draft, without review decisions", async () => {
  await remark(500, { entry: "rejected" });
  await remark(199);
  expect(await isTooMuch({ draftId: 1 })).toBe(false);
  await remark(1);
  expect(await isTooMuch({ draftId: 1 })).toBe(true);
  expect(await isTooMuch()).toBe(false);
  await remark(800, { by: "others", at: "now() - interval '2 days'" });
  expect(await isTooMuch({ draftId: 1 }, "third")).toBe(true);
  expect(await isTooMuch({ draftId: 2 }, "third")).toBe(false);
});
