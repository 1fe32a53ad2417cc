import { join } from "node:path";
import { createTestDatabase } from "@baton/db/test";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createFolder, put, select } from "../../test/scratch";
import { TranscriptBuilder } from "../../test/transcript";
import { ingestPaths } from "./ingest-paths";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: Awaited<ReturnType<typeof createFolder>>;
let workspaceId: string;
let workspaces = 0;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  folder = await createFolder();
  workspaces += 1;
  workspaceId = `w${workspaces}`;
});
afterEach(() => folder.remove());

const ingest = (...paths: string[]) =>
  ingestPaths({ db: database.db, workspaceId, paths, storesContent: true });

const use = (name: string, file_path: string, content?: string) => ({
  type: "tool_use",
  id: `${name} ${file_path}`,
  name,
  input: { file_path, content },
});

/** Writes the transcript of a session whose uses of tools follow each other. */
function writeSession(sessionId: string, minute: number, ...uses: object[]): Promise<string> {
  const builder = new TranscriptBuilder({ sessionId, cwd: "/home/a/app" }, minute * 60);
  for (const [index, each] of uses.entries()) builder.answered(`${sessionId}-${index}`, 5, [each]);
  const text = builder.lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  return put(join(folder.path, `${sessionId}.jsonl`), text);
}

const Succession = z.object({
  from_session: z.string().nullable(),
  from_agent: z.string(),
  to_agent: z.string(),
  after_tokens: z.coerce.number().nullable(),
});
const successions = async () => {
  const rows = await select(
    database.db,
    Succession,
    `select session_id as from_session, from_agent, to_agent, after_tokens from handoff
      where workspace_id = '${workspaceId}' and kind = 'succession' order by occurred_at`,
  );
  return rows.map((row) => Object.values(row).join(" "));
};
const parents = async () => {
  const rows = await select(
    database.db,
    z.object({ session_id: z.string(), parent_session_id: z.string() }),
    `select session_id, parent_session_id from session
      where workspace_id = '${workspaceId}' and parent_session_id is not null order by session_id`,
  );
  return rows.map((row) => `${row.parent_session_id} → ${row.session_id}`);
};
const totals = () =>
  select(
    database.db,
    z.object({ from_agent: z.string(), to_agent: z.string(), sum: z.coerce.number() }),
    `select from_agent, to_agent, sum(handoff_count) from ungoverned_by_pair
      where workspace_id = '${workspaceId}' and kind = 'succession' and span = 1440 and handoff_count > 0 group by 1, 2 order by 1, 2`,
  );

const HANDOFF = "/home/a/app/HANDOFF.md";

describe("sessions that continue from a document", () => {
  const orders = [
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
  ];

  it.each(orders)("are linked in any reading order (%i, %i, %i)", async (...order) => {
    const paths = [
      await writeSession(
        "first",
        0,
        use("Write", HANDOFF, "go on"),
        use("Edit", HANDOFF),
        use("Read", HANDOFF),
      ),
      await writeSession("second", 1, use("Read", HANDOFF), use("Write", HANDOFF, "go on there")),
      await writeSession("third", 2, use("Read", "/work/app/HANDOFF.md"), use("Read", "/work/app/README.md")),
    ];
    for (const index of order) await ingest(paths[index] ?? "");
    expect(await successions()).toEqual(["first main main 2", "second main main 3"]);
    expect(await parents()).toEqual(["first → second", "second → third"]);
    expect(await totals()).toEqual([{ from_agent: "main", to_agent: "main", sum: 2 }]);
  });

  it("have an unknown receiver while no other session reads the document", async () => {
    await ingest(await writeSession("first", 0, use("Read", HANDOFF), use("Write", HANDOFF, "go on")));
    await ingest(await writeSession("early", -5, use("Read", HANDOFF)));
    expect(await successions()).toEqual(["first main unknown 2"]);
    expect(await parents()).toEqual([]);
  });
});

describe("a handoff document", () => {
  const DOCUMENT = "---\ncreated_at: 2026-03-01T09:00:00Z\n---\n\n# Phase 3 Handoff\n\nGo on.\n";
  const path = () => join(folder.path, "app/specs/042_pager/handoffs/phase-3-handoff.md");
  const metadata = () =>
    put(
      join(folder.path, "app/specs/042_pager/.return-meta.json"),
      JSON.stringify({
        status: "partial",
        completed_at: "2026-03-01T09:00:01Z",
        metadata: { session_id: "run 7", agent_type: "implementer" },
        partial_progress: { handoff_path: "specs/042_pager/handoffs/phase-3-handoff.md" },
      }),
    );

  it("creates one succession of its task for all its versions", async () => {
    await put(join(folder.path, "app/.git/HEAD"), "");
    await put(path(), DOCUMENT);
    const reports = await ingest(folder.path);
    expect(reports.files).toMatchObject([{ format: "handoff-doc", eventCount: 1 }]);
    await put(path(), DOCUMENT.replace("Go on.", "Go on there."));
    await ingest(folder.path);
    expect(await successions()).toEqual([expect.stringMatching(/^042_pager unknown unknown \d+$/)]);
  });

  it.each(["before", "after"])("counts once if it is read %s the metadata that names it", async (when) => {
    await put(join(folder.path, "app/.git/HEAD"), "");
    const paths = [await put(path(), DOCUMENT), await metadata()];
    for (const each of when === "before" ? paths : paths.reverse()) await ingest(each);
    expect(await successions()).toEqual(["run 7 implementer unknown "]);
    expect(await totals()).toEqual([{ from_agent: "implementer", to_agent: "unknown", sum: 1 }]);
  });
});
