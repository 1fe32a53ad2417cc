import { join } from "node:path";
import { listContentFindings, readPolicyContent, sumContentFindings } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { ensureWorkspace } from "@baton/db/write";
import { applyRetention } from "@baton/services/erasure/apply-retention";
import { requestErasure } from "@baton/services/erasure/request-erasure";
import { runErasures } from "@baton/services/erasure/run-erasures";
import { setRetention } from "@baton/services/erasure/set-retention";
import { publishImported } from "@baton/services/policy/publish-imported";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { keepHandoff } from "../../test/keep-handoff";
import { append, contextHandoff, createFolder, put } from "../../test/scratch";
import { starts, TranscriptBuilder } from "../../test/transcript";
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
  workspaceId = `w${++workspaces}`;
  await ensureWorkspace(database.db, { workspaceId });
});
afterEach(() => folder.remove());

const actor = { id: "u1", name: "An admin" };

async function publish(content_rules: readonly object[] = [MAILS, TO_COUNTER]): Promise<void> {
  const document = JSON.stringify({ multi_agent_handoffs: { content_rules } });
  const content = { document, policySwitch: { enabled: true, observe: true } };
  const parsed = readPolicyContent(content);
  if (!parsed.ok) throw new Error("the policy is well formed");
  await publishImported(database.db, { workspaceId, content, parsed, person: actor });
}

const MAILS = { rule_id: "mails", detector: "email", action: "redact" };
const TO_COUNTER = {
  rule_id: "numbers",
  to_agent_id: "counter",
  detector: "pattern",
  pattern: "CUST-[0-9]{6}",
  action: "block",
};

const ingest = (storesContent = true) =>
  ingestPaths({ db: database.db, workspaceId, paths: [folder.path], storesContent });

/** Returns the findings in order, in short. */
async function listFindings() {
  const { findings } = await listContentFindings(database.db, { workspaceId, limit: 100 });
  return findings
    .toReversed()
    .map(({ ruleId, eventId, fromAgent, toAgent, matchCount, source, path }) =>
      [ruleId, eventId, fromAgent, toAgent, matchCount, source, path].join(" "),
    );
}

/** Writes a transcript whose prompt has a customer number and a mail address, and whose answer has another address. */
async function writeTranscript(name = "s"): Promise<void> {
  const transcript = new TranscriptBuilder({ sessionId: "s", cwd: "/work", version: "2.0.0" })
    .asked("Write to ann@example.com.")
    .answered("m1", 5, [starts("toolu_1", "counter", { prompt: "Count CUST-123456 for ben@example.com" })]);
  await put(
    join(folder.path, `${name}.jsonl`),
    transcript.lines.map((line, uuid) => `${JSON.stringify({ ...line, uuid: `u${uuid}` })}\n`).join(""),
  );
}

const PROMPT = "message.content[].input.prompt";
const OBSERVED = [
  "mails    1 observed message.content",
  `mails toolu_1:call main counter 1 observed ${PROMPT}`,
  `numbers toolu_1:call main counter 1 observed ${PROMPT}`,
];
const DECISION = {
  event_type: "handoff_decision",
  session_id: "s",
  timestamp: "2026-03-01T10:00:02Z",
  tool_use_id: "toolu_1",
  kind: "delegation",
  from_agent_id: "main",
  to_agent_id: "counter",
  scoping_state: "scoped",
  content_findings: [{ rule_id: "numbers", detector: "pattern", path: "prompt", count: 2, action: "redact" }],
};
const DECIDED = [
  "mails    1 observed message.content",
  "numbers toolu_1:call main counter 2 enforced prompt",
];

it("finds what the live policy's rules match in each stored text, once", async () => {
  await publish();
  await writeTranscript();
  await ingest();
  expect(await listFindings()).toEqual(OBSERVED);
  // A copy has the same events, and a second look reads nothing new.
  await writeTranscript("copy");
  await ingest();
  await ingest();
  expect(await listFindings()).toEqual(OBSERVED);
  const sums = await sumContentFindings(database.db, { workspaceId, limit: 10, agent: "counter" });
  expect(sums.map(({ ruleId, matchCount, handoffCount }) => [ruleId, matchCount, handoffCount])).toEqual([
    ["mails", 1, 1],
    ["numbers", 1, 1],
  ]);
});

it("finds nothing without content rules, without a policy, and in texts that are not stored", async () => {
  await writeTranscript();
  await ingest();
  await publish([]);
  await put(
    join(folder.path, "later.jsonl"),
    `${JSON.stringify({ event_type: "note", say: "ann@example.com" })}\n`,
  );
  await ingest();
  await publish();
  await put(
    join(folder.path, "last.jsonl"),
    `${JSON.stringify({ event_type: "note", say: "eve@example.com" })}\n`,
  );
  await ingest(false);
  expect(await listFindings()).toEqual([]);
});

it.each(["before", "after"])(
  "replaces what it observed by the decision of a hook that arrives %s",
  async (order) => {
    await publish();
    const writeDecision = () => append(join(folder.path, "hook.jsonl"), DECISION);
    if (order === "before") await writeDecision();
    else await writeTranscript();
    await ingest();
    if (order === "before") await writeTranscript();
    else await writeDecision();
    await ingest();
    expect((await listFindings()).toSorted()).toEqual(DECIDED);
  },
);

it("finds matches in a captured context, unless its writer recorded findings", async () => {
  await publish();
  await keepHandoff({
    path: join(folder.path, "sessions", "s.jsonl"),
    eventId: "captured",
    output: { to: "ann@example.com" },
  });
  const found = {
    rule_id: "mails",
    detector: "email",
    path: "a.to",
    count: 3,
    action: "redact",
  };
  await append(
    join(folder.path, "sessions", "t.jsonl"),
    contextHandoff({ event_id: "written", session_id: "t", content_findings: [found] }),
  );
  await ingest();
  expect(await listFindings()).toEqual([
    "mails captured a b 1 observed a.to",
    "mails written intake coverage 3 enforced a.to",
  ]);
});

it("finds matches in manifests, handoff documents and progress files, once, and deletes them with their files", async () => {
  await publish();
  const write = (path: string, content: unknown) =>
    put(join(folder.path, path), typeof content === "string" ? content : JSON.stringify(content));
  await write("artifacts/planner/run/manifest.json", {
    from_agent: "planner",
    to_agents: ["counter"],
    artifact_type: "plan",
    timestamp: "2026-03-01T10:00:00Z",
    summary: { strategy: "Count CUST-123456 for ann@example.com." },
  });
  await write("artifacts/planner/run/manifest.sources.json", { dropped: [{ text: "Ask dan@example.com" }] });
  const front = "---\nfrom_agent: planner\nto_agent: coder\ncreated_at: 2026-03-01T10:00:01Z\n---\n";
  await write("handoffs/plan-handoff.md", `${front}# Plan\n\n## Next Action\n\nAsk ben@example.com.\n`);
  await write("progress/phase-3-progress.json", {
    phase: 3,
    last_updated: "2026-03-01T10:00:02Z",
    objectives: [{ id: 1, description: "Mail eve@example.com", status: "done" }],
  });
  await ingest();
  await ingest();
  const found = [
    expect.stringMatching(/^mails {2}planner counter 1 observed summary[.]strategy$/),
    expect.stringMatching(/^numbers {2}planner counter 1 observed summary[.]strategy$/),
    expect.stringMatching(/^mails {2}planner counter 1 observed dropped\[\][.]text$/),
    expect.stringMatching(/^mails \S+ planner coder 1 observed $/),
    expect.stringMatching(/^mails {4}1 observed objectives\[\][.]description$/),
  ];
  expect(await listFindings()).toEqual(found);
  const { findings } = await listContentFindings(database.db, { workspaceId, limit: 100 });
  expect(findings.toReversed().map(({ document }) => document?.path.slice(folder.path.length + 1))).toEqual([
    ...new Array(3).fill("artifacts/planner/run/manifest.json"),
    undefined,
    "progress/phase-3-progress.json",
  ]);
  await requestErasure(database.db, { workspaceId, kind: "agent", id: "planner", actor });
  await runErasures(database.db, { batchLines: 3 });
  expect(await listFindings()).toEqual(found.slice(4));
});

it("deletes findings with their lines", async () => {
  await publish();
  await writeTranscript();
  await ingest();
  await requestErasure(database.db, { workspaceId, kind: "agent", id: "counter", actor });
  await runErasures(database.db, { batchLines: 3 });
  expect(await listFindings()).toEqual(OBSERVED.slice(0, 1));
  await setRetention(database.db, { workspaceId, days: 1, actor });
  await applyRetention(database.db);
  expect(await listFindings()).toEqual([]);
});
