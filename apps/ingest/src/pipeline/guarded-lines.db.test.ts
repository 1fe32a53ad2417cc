import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { SecretScanner } from "@baton/core/secret-scanner";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import packageJson from "../../package.json" with { type: "json" };
import { HOSTILE_LINES } from "../../test/hostile-lines";
import { ndjson, postEvents, type RunningIngest, runIngest } from "../../test/running-ingest";
import { append, contextHandoff, count, createFolder, put, select } from "../../test/scratch";
import { otlp } from "../sources/otlp";
import { session } from "../sources/session";
import { ingestPaths } from "./ingest-paths";

let ingest: RunningIngest;
let folder: Awaited<ReturnType<typeof createFolder>>;
beforeAll(async () => {
  ingest = await runIngest();
  // PostgreSQL does not name the failing line.
  await ingest.database.db.execute(`
    create function fail() returns trigger language plpgsql as $$ begin raise exception 'not this one'; end $$`);
  await ingest.database.db.execute(`
    create trigger fail before insert on event for each row when (new.event_type = 'fails-to-store') execute function fail()`);
  folder = await createFolder();
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(async () => {
  await folder.remove();
  await ingest.remove();
});

/** Lines in which secret rules once matched half of an escape sequence. */
const COMMANDS = [
  'T="$(date -u +%H:%M:%SZ)"; echo "$T"',
  'curl -u ci:x7Kd93LmQpZ2 "https://ci.example/build"',
  'curl -H "Cookie: session_id=x7Kd93LmQpZ2vB\\n"',
];

/** Makes ingest steps fail with a given error on lines that name them. */
function failOn(): void {
  const { maskJson } = SecretScanner.prototype;
  vi.spyOn(SecretScanner.prototype, "maskJson").mockImplementation(function (this: SecretScanner, json) {
    if (json.includes("fails-to-mask")) throw new RangeError("Maximum call stack size exceeded");
    return maskJson.call(this, json);
  });
  const { readLine } = session;
  vi.spyOn(session, "readLine").mockImplementation((json, name, memory) => {
    const text = JSON.stringify(json);
    if (text.includes("fails-to-read")) throw new TypeError(`it failed on ${text}`);
    return readLine(json, name, memory);
  });
}

const FAILING = ["fails-to-mask", "fails-to-read", "fails-to-store"] as const;
const row = z.object({ line: z.coerce.number(), code: z.string(), reason: z.string() });
const listQuarantined = (workspaceId: string) =>
  select(
    ingest.database.db,
    row,
    `select line_number as line, code, reason from quarantined_line
      where workspace_id = '${workspaceId}' order by quarantined_at, line_number`,
  );

describe("a line that causes an internal error", () => {
  it("does not affect any other line of its file", async () => {
    failOn();
    const path = await put(join(folder.path, "sessions", "thousand.jsonl"), "");
    const expected = new Map<number, string>();
    let lines = 0;
    for (const [hostile, outcome] of HOSTILE_LINES) {
      await appendFile(path, hostile);
      await appendFile(path, "\n");
      lines += 1;
      if (outcome !== "event") expected.set(lines, outcome);
    }
    for (const command of COMMANDS) await append(path, { event_type: "tool", command });
    lines += COMMANDS.length;
    for (const event_type of FAILING) {
      await append(path, { event_type });
      lines += 1;
      expected.set(lines, "internal_error");
    }
    await append(path, ...Array.from({ length: 1_000 - lines }, () => contextHandoff()));

    const { files } = await ingestPaths({ db: ingest.database.db, workspaceId: "thousand", paths: [path] });
    const quarantined = await listQuarantined("thousand");
    for (const { line, code } of quarantined) expect([line, code]).toEqual([line, expected.get(line)]);
    const blank = [...expected.values()].filter((outcome) => outcome === "blank").length;
    expect(quarantined).toHaveLength(expected.size - blank);
    expect(files).toMatchObject([
      {
        lineCount: 1_000,
        eventCount: 1_000 - expected.size,
        duplicateCount: 0,
        waitingBytes: 0,
        notRead: null,
      },
    ]);
    const size = (await readFile(path)).length;
    expect(
      await count(
        ingest.database.db,
        `source_file where workspace_id = 'thousand' and read_offset = ${size} and last_error is null`,
      ),
    ).toBe(1);
  });

  it("is quarantined with the error's type and Baton's version, without the error's message", async () => {
    const reasons = (await listQuarantined("thousand")).filter(({ code }) => code === "internal_error");
    expect(reasons.map(({ reason }) => reason)).toEqual([
      `Baton ${packageJson.version} failed on it: RangeError`,
      `Baton ${packageJson.version} failed on it: TypeError`,
      // Citus loses the code of an error in a COPY to another node.
      expect.stringMatching(/ failed on it: PostgreSQL error \((?:P0001|XX000)\)$/),
    ]);
  });

  it("is named in the response to a request, and the others are stored", async () => {
    failOn();
    const body = [
      ...COMMANDS.map((command) => ({ event_type: "tool", session_id: "posted", command })),
      ...FAILING.map((event_type) => ({ event_type, session_id: "posted" })),
      contextHandoff({ session_id: "posted" }),
    ];
    const { status, json } = await postEvents(ingest, ndjson(...body));
    expect(status).toBe(200);
    expect(json).toMatchObject({
      events: COMMANDS.length + 1,
      quarantined: FAILING.length,
      results: [
        { line: COMMANDS.length + 1, code: "internal_error" },
        { line: COMMANDS.length + 2, code: "internal_error" },
        { line: COMMANDS.length + 3, code: "internal_error" },
      ],
    });
  });

  it("counts as a rejected span, and the other spans are stored", async () => {
    const { readLine } = otlp;
    vi.spyOn(otlp, "readLine").mockImplementation((json, name, memory) => {
      if (JSON.stringify(json).includes("fails-to-read")) throw new TypeError("it failed");
      return readLine(json, name, memory);
    });
    const span = (spanId: string, command: string) => ({
      traceId: "7".repeat(32),
      spanId,
      name: "execute_tool Bash",
      startTimeUnixNano: "1788256800000000000",
      attributes: [
        { key: "gen_ai.operation.name", value: { stringValue: "execute_tool" } },
        { key: "gen_ai.tool.call.arguments", value: { stringValue: JSON.stringify({ command }) } },
      ],
    });
    const post = async (spans: object[]) => {
      const response = await fetch(`${ingest.url}/v1/traces`, {
        method: "POST",
        headers: { authorization: `Bearer ${ingest.token}`, "content-type": "application/json" },
        body: JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] }),
      });
      return { status: response.status, json: await response.json() };
    };
    const spans = COMMANDS.map((command, index) => span(`${index + 1}`.repeat(16), command));
    expect(await post(spans)).toEqual({ status: 200, json: {} });
    expect(await post([span("9".repeat(16), "fails-to-read")])).toMatchObject({
      status: 200,
      json: { partialSuccess: { rejectedSpans: "1", errorMessage: expect.stringContaining("TypeError") } },
    });
  });
});

describe("a file in UTF-16", () => {
  it.each([
    ["with a byte order mark", "\uFEFF"],
    ["without one", ""],
  ])("is not read, %s, whether it is empty at first or not", async (name, mark) => {
    const workspaceId = `utf16-${mark.length}`;
    const bytes = Buffer.from(`${mark}${ndjson(contextHandoff(), contextHandoff())}`, "utf16le");
    const path = await put(join(folder.path, name, "sessions", "late.jsonl"), "");
    const paths = [join(folder.path, name)];
    await ingestPaths({ db: ingest.database.db, workspaceId, paths });
    await appendFile(path, bytes);
    await put(join(folder.path, name, "sessions", "first.jsonl"), bytes);
    const { files } = await ingestPaths({ db: ingest.database.db, workspaceId, paths });
    expect(files.map(({ notRead }) => notRead)).toEqual(Array(2).fill("it is UTF-16; write it as UTF-8"));
    expect(await listQuarantined(workspaceId)).toEqual([]);
  });
});
