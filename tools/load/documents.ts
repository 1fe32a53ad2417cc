import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { artifactDirectory, compactArtifact } from "@baton/core/manifest";
import { AgentContextHub, compressTaskHandoff, type TaskEvent, TaskLifecycle } from "@baton/core/task";
import { connect } from "@baton/db";
import { ingestPaths } from "@baton/ingest/pipeline";
import { createSequence } from "../bench/bench-row";
import type { Load } from "./load";
import { type PlannedDay, planDays } from "./traffic";

/** Reports and tasks per day, for any number of handoffs. */
const MANIFESTS_A_DAY = 8;
const TASKS_A_DAY = 24;

const AGENTS = ["research", "security", "forecast", "reviewer", "planner", "coder", "tester", "docs"];
const SUBJECTS = [
  "Water damage in the north",
  "Fraud signals in motor claims",
  "Latency of the rating service",
  "Terms of the new tariff",
  "Load of the document store",
  "Gaps in the tests of the export",
];
const SENTENCES = [
  "Retries come in bursts, since every client waits the same time before it tries again.",
  "Nine of ten cases were settled within four days, and the rest waited for a document.",
  "The figures are of the five working days; imports of the weekend are left out.",
  "Half of the difference comes from two brokers who report at the end of the month.",
  "A restart of all instances at once empties the cache, and the database does not hold that load.",
  "What was paid twice was found by the serial number, and not by the name of the customer.",
];
const INTERFACES = ["Claim", "Broker", "Payment", "Policy", "Survey", "Appeal"].map(
  (name): [string, string] => [
    name,
    `interface ${name} {\n${Array.from({ length: 30 }, (_, index) => `  /** As the register of ${name.toLowerCase()}s has it, column ${index + 1}. */\n  column${index + 1}: string;`).join("\n")}\n}`,
  ],
);
const TASKS = [
  "Page the list of claims",
  "Mend the flaky test",
  "Index claims by their words",
  "Write the release notes",
  "Move the billing tables",
  "Translate the terms",
  "Warm the cache before traffic",
  "Trace the failed payment",
];

type Next = ReturnType<typeof createSequence>;

/**
 * Writes documents of agents and ingests them: artifacts with the manifests created by compaction, and one
 * session per day with tasks and their responses. Equal loads give equal files; files that were read before
 * are not read again.
 *
 * @param url `postgres://…`, migrated.
 * @param folder absolute path; replaces existing files.
 */
export async function loadDocuments(url: string, load: Load, folder: string): Promise<void> {
  for (const [index, day] of planDays(load.handoffs, load).entries())
    await writeDay(folder, day, createSequence(Math.imul(load.seed + index, 0x9e3779b1)));
  const { db, close } = connect(url, { max: 2 });
  try {
    await ingestPaths({ db, workspaceId: load.workspaceId, paths: [folder] });
  } finally {
    await close();
  }
}

async function writeDay(folder: string, { day, start, end }: PlannedDay, next: Next): Promise<void> {
  const momentOf = (place: number, places: number) => start + Math.floor(((end - start) * place) / places);
  for (let place = 0; place < MANIFESTS_A_DAY; place++)
    await writeArtifact(folder, next, momentOf(place, MANIFESTS_A_DAY));
  const events = Array.from({ length: TASKS_A_DAY }, (_, place) =>
    handOverTask(next, { id: `${day}-${place}`, at: momentOf(place, TASKS_A_DAY) }),
  ).flat();
  await put(join(folder, "sessions", `tasks-${day}.jsonl`), events.map(toLine).join(""));
}

async function writeArtifact(folder: string, next: Next, at: number): Promise<void> {
  const [agent, receiver] = [pick(next, AGENTS), pick(next, AGENTS)];
  const scope = pick(next, SUBJECTS);
  const timestamp = new Date(at).toISOString();
  const paragraphs = (count: number) =>
    Array.from({ length: count }, () => pick(next, SENTENCES)).join(next(3) === 0 ? "\n\n" : " ");
  const text = [
    `# ${scope}`,
    "## Executive summary",
    paragraphs(2),
    "## Key findings",
    ...Array.from({ length: 3 + next(4) }, () => `- ${pick(next, SENTENCES)}`),
    "## Constraints",
    `- ${pick(next, SENTENCES)}`,
    "## How it was measured",
    paragraphs(200 + next(500)),
  ].join("\n\n");
  const { manifest, sources } = compactArtifact({
    agent,
    type: "research",
    scope,
    timestamp,
    toAgents: [receiver],
    files: [{ path: "report.md", text }],
  });
  if (!manifest) throw new RangeError("a report fits a manifest");
  const place = join(folder, artifactDirectory({ agent, timestamp, scope }));
  await put(join(place, "report.md"), text);
  await put(join(place, "manifest.sources.json"), toLine(sources));
  // One in sixteen is handwritten, without its receivers.
  await put(join(place, "manifest.json"), toLine(next(16) === 0 ? { ...manifest, to_agents: [] } : manifest));
}

function handOverTask(next: Next, { id, at }: { id: string; at: number }): TaskEvent[] {
  const events: TaskEvent[] = [];
  const [fromAgent, toAgent] = [pick(next, AGENTS), pick(next, AGENTS)];
  const lifecycle = new TaskLifecycle({
    sessionId: `tasks-${id.slice(0, 10)}`,
    now: () => at + events.length * 1_000,
    newId: () => `${id}-${events.length}`,
    record: (event) => events.push(event),
  });
  const { handoff, compression } = compressTaskHandoff(
    {
      taskId: id,
      fromAgent,
      toAgent,
      taskName: pick(next, TASKS),
      tokenBudget: 2_400,
      taskDescription: pick(next, SENTENCES),
      // One in six contains more than a task should.
      interfaces: next(6) === 0 ? Object.fromEntries(INTERFACES) : {},
      dependencies: [],
      testRequirements: [],
      criticalNotes: [pick(next, SENTENCES)],
    },
    { projectRoot: "/project" },
  );
  lifecycle.create(handoff, compression);
  if (lifecycle.validate().some(({ severity }) => severity === "error")) return events;
  const estimated = 400 + next(1_200);
  lifecycle.estimate(estimated);
  lifecycle.send();
  lifecycle.respond({
    taskId: id,
    agentType: toAgent,
    status: "success",
    filesModified: [],
    filesCreated: [],
    interfaces: {},
    exports: [],
    tests: [],
    warnings: [],
    tokenUsage: Math.round(estimated * (0.7 + next(60) / 100)),
    executionTime: 1_000 * (20 + next(200)),
  });
  lifecycle.validateResponse();
  lifecycle.updateHub(new AgentContextHub());
  return events;
}

function pick<T>(next: Next, items: readonly T[]): T {
  const item = items[next(items.length)];
  if (item === undefined) throw new RangeError("nothing to pick from");
  return item;
}

function toLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

async function put(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}
