import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addMember, connect, createAccount, createApiKey } from "@baton/db";
import { Canaries } from "@baton/ingest/test/canaries";
import { writeCanaryInputs } from "@baton/ingest/test/canary-inputs";
import { PAGES, PROCEDURES } from "@baton/web/permissions";
import { DATABASE_URL } from "./env";
import { writeHostilePolicy } from "./hostile-names";
import { HOSTILE_TEXTS } from "./hostile-texts";

const COMMAND = join(import.meta.dirname, "../apps/cli/dist/baton.mjs");

/** The sessions with the most data. */
const TOLD = ["s", "work", "11111111-2222-4333-8444-555555555555"];

/** Pages with more parameters than the workspace: the database rows that they show. */
const SHOWN: Readonly<Record<string, string>> = {
  "/w/[workspace]/documents/[document]": "select workspace_id, document_id as document from handoff_document",
  "/w/[workspace]/manifests/[manifest]": "select workspace_id, manifest_id as manifest from manifest",
  "/w/[workspace]/policies/versions/[number]":
    "select workspace_id, number::text as number from policy_publication",
  "/w/[workspace]/sessions/[session]": "select workspace_id, session_id as session from session",
  "/w/[workspace]/sessions/[session]/compactions/[compaction]":
    "select workspace_id, session_id as session, event_id as compaction from compaction",
  "/w/[workspace]/sessions/[session]/fields": "select workspace_id, session_id as session from session",
  "/w/[workspace]/sessions/[session]/handoffs/[event]":
    "select workspace_id, session_id as session, event_id as event from handoff where session_id is not null",
  "/w/[workspace]/settings/alerts/[alert]": "select workspace_id, alert_id::text as alert from alert_rule",
  "/w/[workspace]/tasks/[task]": "select workspace_id, attempt_id as task from task_attempt",
};

/**
 * A workspace that imported secrets, each next to a hostile text, and values that a rule blocks, in every
 * supported format.
 */
export class CanaryWorkspace {
  readonly canaries = new Canaries(Object.values(HOSTILE_TEXTS));
  /** Output of the import command. */
  printed = "";
  /** ID of an account with the role viewer. */
  viewerId = "";
  readonly #folder = mkdtempSync(join(tmpdir(), "baton-canaries-"));
  readonly #database = connect(DATABASE_URL);

  constructor(readonly id: string) {}

  get db() {
    return this.#database.db;
  }

  /** Publishes a policy that blocks `ssn`, imports files of every format, and creates a viewer. */
  async fill(): Promise<void> {
    const policy = join(this.#folder, "governance_policies.json");
    writeFileSync(policy, writeHostilePolicy());
    const project = join(this.#folder, "project");
    await writeCanaryInputs(project, this.canaries);
    writeFileSync(join(project, "sessions", "work.jsonl"), this.#writeWork());
    this.printed =
      this.#run("policy", "import", policy) +
      this.#run("ingest", project) +
      this.#run("ingest", project, "--json");
    const person = { name: HOSTILE_TEXTS.image, email: `vera@${this.id}.test`, passwordHash: "none" };
    const viewer = await createAccount(this.db, person);
    if (!viewer) throw new Error("the address is new");
    this.viewerId = viewer.id;
    await addMember(this.db, { workspaceId: this.id, userId: viewer.id, roles: ["viewer"] });
  }

  /** Creates an API key that can read and evaluate in the workspace. */
  async buildKey(): Promise<string> {
    const { token } = await createApiKey(this.db, {
      workspaceId: this.id,
      name: "walk",
      scopes: ["read", "evaluate"],
      createdBy: "test",
      expiresAt: null,
    });
    return token;
  }

  /** Returns the URLs of all pages of the workspace, with one URL per row for pages that show a row. */
  async listPages(rowsOfEach: number): Promise<string[]> {
    // Exclude the page "not found".
    const names = Object.keys(PAGES).filter((name) => name.startsWith("/w/") && !name.includes("[..."));
    const pages = names.map(async (name) => {
      const rows = await this.#listRows(SHOWN[name]);
      if (rows.length === 0) throw new Error(`${name} has nothing to show`);
      return rows.slice(0, rowsOfEach).map((row) => fillIn(name, row));
    });
    return (await Promise.all(pages)).flat();
  }

  /** Returns the URLs of all documents, and of the full texts of a session and a handoff. */
  async listFullest(): Promise<string[]> {
    const name = "/w/[workspace]/documents/[document]";
    const documents = (await this.#listRows(SHOWN[name])).map((row) => fillIn(name, row));
    return [...documents, `/w/${this.id}/sessions/s`, `/w/${this.id}/sessions/s/handoffs/captured`];
  }

  /** Returns the URLs of all downloads of the workspace, and of the data that one agent received. */
  async listExports(): Promise<string[]> {
    const files = TOLD.flatMap((session) =>
      ["html", "json"].map((format) => `${session}/export?format=${format}`),
    );
    return [
      ...files.map((file) => `/w/${this.id}/sessions/${file}`),
      ...["csv", "jsonl"].map((format) => `/w/${this.id}/audit/export?format=${format}`),
      `/w/${this.id}/sessions/s/fields?agent=a`,
      `/w/${this.id}/compare?a=s&b=work`,
      `/w/${this.id}/search?search=claim`,
      ...["", "/fields", "/agents", "/agents/a", "/pairs", "/rules", "/workflows"].map(
        (page) => `/w/${this.id}/lineage${page}`,
      ),
    ];
  }

  /** Returns the URLs of the API for programs. */
  listApi(): string[] {
    const handoffs = TOLD.map((session) => `/api/v1/sessions/${session}/handoffs`);
    return [
      "/api/v1/sessions",
      "/api/v1/policy",
      "/api/v1/savings?range=2026-03-01..2026-03-31",
      ...handoffs,
    ];
  }

  /** Returns a query string with every input that any procedure accepts. */
  async listQuestions(): Promise<string[]> {
    const rows = await Promise.all(Object.values(SHOWN).map((query) => this.#listRows(query)));
    const input = {
      ...Object.fromEntries(rows.flatMap(([first]) => Object.entries(first ?? {}))),
      workspace: this.id,
      session: "s",
      event: "captured",
      agent: "a",
      path: "prior_outputs.a.people",
      range: "2026-03-01..2026-03-31",
      tz: "UTC",
      text: "see",
      search: "see",
      after: 0,
      by: "rule",
    };
    const asked = encodeURIComponent(JSON.stringify({ json: input }));
    // The stream of new rows never ends. It names rows only by data that other procedures return.
    const names = Object.keys(PROCEDURES).filter((name) => name !== "live.rows");
    return names.map((name) => `/api/trpc/${name}?input=${asked}`);
  }

  async remove(): Promise<void> {
    await this.#database.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Writes a session with a validated task and a compaction, shown in full. */
  #writeWork(): string {
    const secret = () => this.canaries.next();
    const task = { taskId: "t", fromAgent: "a", toAgent: "b", taskName: secret(), taskDescription: secret() };
    const handoff = {
      ...task,
      taskType: secret(),
      priority: "high",
      criticalNotes: [secret()],
      tokenBudget: 1_000,
      context: { key: secret() },
      interfaces: { [secret()]: secret() },
      dependencies: [secret()],
      testRequirements: [secret()],
    };
    const response = {
      taskId: "t",
      agentType: "b",
      status: "error",
      error: secret(),
      warnings: [secret()],
      filesModified: [secret()],
      filesCreated: [],
      interfaces: {},
      exports: [secret()],
      tests: [secret()],
      tokenUsage: 100,
      executionTime: 1,
      summary: secret(),
    };
    const compaction = {
      agent_id: "a",
      before_tokens: 90,
      after_tokens: 9,
      trigger: "phase",
      summary: secret(),
    };
    const events = [
      { event_type: "compaction", ...compaction, preserved: [secret()], next_phase: secret() },
      { event_type: "task_handoff", step: "send", task_id: "t", from_agent: "a", to_agent: "b", handoff },
      {
        event_type: "task_response",
        step: "respond",
        task_id: "t",
        from_agent: "b",
        to_agent: "a",
        response,
      },
    ];
    const common = { session_id: "work", timestamp: "2026-03-01T10:00:00Z" };
    return events
      .map((event, index) => `${JSON.stringify({ ...common, event_id: `w${index}`, ...event })}\n`)
      .join("");
  }

  #run(...words: string[]): string {
    const parameters = [COMMAND, ...words, "--workspace", this.id];
    const { status, stdout, stderr } = spawnSync(process.execPath, parameters, { encoding: "utf8" });
    // Exit code 1 means that there are quarantined lines.
    if (status === 0 || status === 1) return stdout + stderr;
    throw new Error(`baton ${words.join(" ")}: ${stderr}`);
  }

  async #listRows(query = "select workspace_id from workspace"): Promise<Row[]> {
    // Hostile names sort first.
    const { rows } = await this.db.execute<Row>(
      `select * from (${query}) each where workspace_id = '${this.id}' order by each::text like '%ran(%' desc`,
    );
    return [...rows].map(({ workspace_id: workspace = "", ...others }) => ({ ...others, workspace }));
  }
}

type Row = Record<string, string>;

function fillIn(name: string, row: Row): string {
  return name.replace(/\[(\w+)\]/g, (_, key: string) => encodeURIComponent(row[key] ?? ""));
}

/** HTML escapes of characters. */
const ENTITIES: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
  "&#39;": "'",
};

/**
 * Separates two parts of the data that React hydrates a page from: a text may begin in one part and end in
 * the next.
 */
const SEAM = /"\]\)<\/script><script[^>]*>self\.__next_f\.push\(\[1,"/g;

/** Returns a text as it was before encoding as HTML, JSON, or JSON in a script in HTML. */
export function withoutEscapes(text: string): string {
  return text
    .replace(SEAM, "")
    .replace(/\\+u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/&(?:amp|lt|gt|quot|#x27|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll("\\", "");
}
