import { setTimeout as wait } from "node:timers/promises";
import { createChance } from "@baton/core/test/chance";
import { sizeOfRun } from "@baton/core/test/soak";
import { getPolicyDraft, type PolicyContent } from "@baton/db";
import { policyDraft, policyDraftRevision } from "@baton/db/schema";
import { createTestDatabase } from "@baton/db/test";
import { buildWorkspace } from "@baton/db/test/factories";
import { getDraftRevision } from "@baton/db/write";
import { mergePolicies, type PolicySection } from "@baton/server/policy";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type SavedDraft, saveDraft } from "./save-draft";
import { startDraft } from "./start-draft";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let chance: () => number;
beforeEach(({ onTestFailed }) => {
  chance = createChance(onTestFailed);
});

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const WRITERS = sizeOfRun({ suite: 10, soak: 50 });
const EDITS = sizeOfRun({ suite: 4, soak: 20 });
const TIMEOUT = 600_000;

function contentOf(section: PolicySection): PolicyContent {
  const policySwitch = { enabled: true, observe: false };
  return { document: JSON.stringify({ multi_agent_handoffs: section }), policySwitch };
}

function sectionOf({ document }: PolicyContent): PolicySection {
  return JSON.parse(document).multi_agent_handoffs;
}

async function start(workspaceId: string): Promise<number> {
  const person = { id: "ann", name: "Ann" };
  const draft = { workspaceId, content: contentOf({}), basedOn: null, person, origin: "nothing" };
  return (await startDraft(database.db, draft)) ?? 0;
}

type Save = (save: Parameters<typeof saveDraft>[1]) => Promise<SavedDraft>;

/** Writers who each block one field per step, merge if another writer was first, and try again. */
async function editTogether(workspaceId: string, draftId: number, save: Save) {
  let losers = 0;
  const write = async (writer: number) => {
    let known = await readRevision(workspaceId, draftId);
    for (let edit = 0; edit < EDITS; edit += 1) {
      let base = sectionOf(known.content);
      let mine: PolicySection = {
        ...base,
        blocked_context_fields: [...listOf(base), `field_${writer}_${edit}`],
      };
      for (;;) {
        const content = contentOf(mine);
        const person = { id: `${writer}`, name: `Writer ${writer}` };
        const saved = await save({ workspaceId, draftId, revision: known.revision, content, person });
        if (saved.outcome === "closed") throw new Error("the draft is closed");
        if (saved.outcome === "saved") {
          known = { ...known, revision: saved.revision, content };
          break;
        }
        losers += 1;
        // Spreads the attempts, so that one success does not make every other writer fail again.
        await wait(chance() * WRITERS * 4);
        mine = mergePolicies({ base, mine, theirs: sectionOf(saved.theirs.content) }).section;
        base = sectionOf(saved.theirs.content);
        known = saved.theirs;
      }
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  const last = await getPolicyDraft(database.db, { workspaceId });
  const written = new Set(last ? listOf(sectionOf(last.content)) : []);
  return { lost: WRITERS * EDITS - written.size, losers, revision: last?.revision };
}

async function readRevision(workspaceId: string, draftId: number) {
  const revision = await getDraftRevision(database.db, { workspaceId, draftId, revision: 1 });
  if (!revision) throw new Error("a draft has a first revision");
  return revision;
}

function listOf({ blocked_context_fields: list }: PolicySection): unknown[] {
  return Array.isArray(list) ? list : [];
}

describe("simultaneous edits of one draft", () => {
  it("are all kept: each conflict is reported, and revisions have no gaps", {
    timeout: TIMEOUT,
  }, async () => {
    const workspaceId = await buildWorkspace(database.db);
    const draftId = await start(workspaceId);
    const outcome = await editTogether(workspaceId, draftId, (save) => saveDraft(database.db, save));
    expect(outcome).toMatchObject({ lost: 0, revision: 1 + WRITERS * EDITS });
    expect(outcome.losers).toBeGreaterThan(0);
    const {
      rows: [history],
    } = await database.db.execute<{ count: string; last: number }>(sql`
      select count(*) as count, max(revision) as last from ${policyDraftRevision} where workspace_id = ${workspaceId}`);
    expect([Number(history?.count), history?.last]).toEqual([1 + WRITERS * EDITS, 1 + WRITERS * EDITS]);
  });

  it("are partly lost if the last save overwrites (negative control)", {
    timeout: TIMEOUT,
  }, async () => {
    const workspaceId = await buildWorkspace(database.db);
    const draftId = await start(workspaceId);
    const overwrite: Save = (save) =>
      database.db.transaction(async (tx) => {
        const [draft] = await tx
          .select()
          .from(policyDraft)
          .where(sql`workspace_id = ${workspaceId}`)
          .for("update");
        return saveDraft(tx, { ...save, revision: draft?.revision ?? 0 });
      });
    const outcome = await editTogether(workspaceId, draftId, overwrite);
    expect(outcome.losers).toBe(0);
    expect(outcome.lost).toBeGreaterThan(0);
  });
});
