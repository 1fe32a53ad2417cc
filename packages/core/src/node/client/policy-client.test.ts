import { mkdir, mkdtemp, readdir, readFile, rename, rm, rmdir, utimes, writeFile } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { policyVersion } from "../../policy/policy-version";
import { scopeContext } from "../../scoping/scope-context";
import { PolicyClient, type PolicyClientOptions } from "./policy-client";

let folder: string;
let server: Server | null = null;
const clients: PolicyClient[] = [];
const reported: string[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "baton-client-"));
  reported.length = 0;
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.stop();
  vi.useRealTimers();
  server?.closeAllConnections();
  server?.close();
  server = null;
  await rm(folder, { recursive: true });
});

const SWITCH = { enabled: true, observe: false };

function answerOf(section: object): string {
  return JSON.stringify({ version: policyVersion(section, SWITCH), ...SWITCH, policy: section, rollout: {} });
}

/**
 * A server with one current response. It announces a new one immediately, and otherwise keeps requests
 * waiting until it confirms.
 */
function publish(section: object, changes = { text: answerOf(section) }) {
  const waiting = new Set<() => void>();
  const confirming = new Set<() => void>();
  const listener: RequestListener = (request, response) => {
    const answer = () => {
      const etag = `"${changes.text.length}-${changes.text.slice(12, 30)}"`;
      if (request.headers["if-none-match"] !== etag) {
        waiting.delete(answer);
        response.writeHead(200, { etag }).end(changes.text);
      }
    };
    waiting.add(answer);
    confirming.add(() => response.headersSent || response.writeHead(304).end());
    answer();
  };
  return {
    listener,
    set: (text: string) => {
      changes.text = text;
      for (const answer of waiting) answer();
    },
    confirm: () => {
      for (const confirm of confirming) confirm();
    },
  };
}

async function listen(listener: RequestListener): Promise<string> {
  const listening = createServer(listener);
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  const address = listening.address();
  if (typeof address !== "object" || address === null)
    throw new Error("a server that listens has an address");
  return `http://127.0.0.1:${address.port}`;
}

async function follow(address: string, options: Partial<PolicyClientOptions> = {}): Promise<PolicyClient> {
  const savedAt = join(folder, "state/policy.json");
  const log = (message: string) => reported.push(message);
  const client = await PolicyClient.start({ server: address, key: "baton_key", savedAt, log, ...options });
  clients.push(client);
  return client;
}

/** Less than the 30 s after which a client asks again that was not woken. */
const PATIENCE = { timeout: 20_000, interval: 20 };

const NOWHERE = "http://127.0.0.1:9";

function scope(client: PolicyClient) {
  const context = { prior_outputs: { a: { x: 1 } }, observations: [], original_input: null };
  const pure = { sessionId: "s", now: 0, newId: () => "id" };
  return scopeContext(client.policy, { from: "a", to: "b", context, ...pure }).event;
}

describe("PolicyClient", () => {
  it("has the live policy after its start, and each later one when it is published", async () => {
    const first = publish({ description: "first" });
    const client = await follow(await listen(first.listener));
    expect(client.policy.index?.policy.description).toBe("first");
    const adopted = vi.fn();
    client.onPolicy(adopted);
    first.set(answerOf({ description: "second" }));
    await vi.waitFor(() => expect(adopted).toHaveBeenCalledOnce(), PATIENCE);
    expect(client.policy.index?.policy.description).toBe("second");
    expect(reported).toEqual([]);
  });

  it("follows a candidate and its stage, also from the saved file, and ignores one that it cannot read", async () => {
    const live: object = JSON.parse(answerOf({ description: "live" }));
    const candidate: object = JSON.parse(answerOf({ description: "next" }));
    const answer = (release: unknown, changes: object = {}) =>
      JSON.stringify({ ...live, candidate: { ...candidate, ...changes, release } });
    const published = publish({}, { text: answer({ stage: "observe" }) });
    const client = await follow(await listen(published.listener));
    const session = { sessionId: "s", workflowId: "claims" };
    const decider = (of: PolicyClient) => of.policyFor(session).index?.policy.description;
    expect(decider(client)).toBe("live");
    const adopted = vi.fn();
    client.onPolicy(adopted);
    published.set(answer({ stage: "workflows", workflows: ["claims", "billing"] }));
    await vi.waitFor(() => expect(decider(client)).toBe("next"), PATIENCE);
    expect(adopted).toHaveBeenCalledOnce();
    expect(client.policyFor({ sessionId: "s" }).index?.policy.description).toBe("live");
    await vi.waitFor(
      async () => expect(await readFile(join(folder, "state/policy.json"), "utf8")).toContain("billing"),
      PATIENCE,
    );
    expect(decider(await follow(NOWHERE))).toBe("next");
    reported.length = 0;
    published.set(answer({ stage: "moon" }));
    await vi.waitFor(() => expect(reported.join()).toContain("does not know its stage"), PATIENCE);
    expect(decider(client)).toBe("live");
    published.set(answer({ stage: "workflows", workflows: ["claims"] }, { version: "0" }));
    await vi.waitFor(() => expect(reported.join()).toContain("does not match its version"), PATIENCE);
    expect(decider(client)).toBe("live");
  });

  it("starts with the saved policy if the server stays silent, despite garbage collection", async () => {
    const first = publish({ description: "kept" });
    (await follow(await listen(first.listener))).stop();
    setFlagsFromString("--expose-gc");
    const collecting = setInterval(runInNewContext("gc"), 50);
    try {
      const client = await follow(await listen(() => undefined));
      expect(client.policy.index?.policy.description).toBe("kept");
      expect(reported.join("\n")).toContain("no response in time");
    } finally {
      clearInterval(collecting);
    }
  });

  it("uses the saved policy if the server is unreachable, and reports it", async () => {
    const first = publish({ description: "kept" });
    (await follow(await listen(first.listener))).stop();
    const offline = await follow(NOWHERE);
    expect(offline.policy.index?.policy.description).toBe("kept");
    expect(reported.join("\n")).toContain("the server does not respond");
    expect(scope(offline)).toMatchObject({ scoping_state: "scoped" });
  });

  it("passes only identifiers without server and saved policy, and reports it", async () => {
    const client = await follow(NOWHERE);
    expect(scope(client)).toMatchObject({ handoff_mode: "minimal", scoping_state: "denied_error" });
    expect(reported.join("\n")).toContain("every handoff is minimal");
  });

  it("reconnects when the server returns", async () => {
    const first = publish({ description: "back" });
    let isAway = true;
    const address = await listen((request, response) =>
      isAway ? request.socket.destroy() : first.listener(request, response),
    );
    const client = await follow(address);
    expect(client.policy.index).toBeNull();
    isAway = false;
    await vi.waitFor(() => expect(client.policy.index).not.toBeNull(), PATIENCE);
  });

  it.each([
    ["that is damaged", () => answerOf({ description: "new" }).replace("new", "old")],
    ["that is not a policy", () => answerOf({ blocked_context_fields: ["a["] })],
    ["that is not JSON", () => "<html>"],
  ])("never replaces a valid policy with one %s", async (_, text) => {
    const first = publish({ description: "good" });
    const client = await follow(await listen(first.listener));
    const file = await readFile(join(folder, "state/policy.json"), "utf8");
    first.set(text());
    await vi.waitFor(() => expect(reported).not.toEqual([]), PATIENCE);
    expect(client.policy.index?.policy.description).toBe("good");
    expect(await readFile(join(folder, "state/policy.json"), "utf8")).toBe(file);
  });

  it("does not confirm the saved older policy while the new one cannot be saved, and saves it later", async () => {
    const path = join(folder, "state/policy.json");
    const published = publish({ description: "old" });
    await follow(await listen(published.listener));
    await rename(path, `${path}.old`);
    await mkdir(path);
    published.set(answerOf({ description: "new" }));
    await vi.waitFor(() => expect(reported.join("\n")).toContain("could not be saved"), PATIENCE);
    await rmdir(path);
    await rename(`${path}.old`, path);
    const savedText = async () => {
      published.confirm();
      return readFile(path, "utf8");
    };
    await vi.waitFor(async () => expect(await savedText()).toContain("new"), PATIENCE);
    expect(reported).toHaveLength(1);
  });

  it("notifies every listener and saves the policy even if one listener throws, and reports the error", async () => {
    const published = publish({ description: "first" });
    const client = await follow(await listen(published.listener));
    const adopted = vi.fn();
    client.onPolicy(() => {
      throw new Error("no room");
    });
    client.onPolicy(adopted);
    published.set(answerOf({ description: "second" }));
    await vi.waitFor(() => expect(reported).not.toEqual([]), PATIENCE);
    expect(adopted).toHaveBeenCalledOnce();
    const readSaved = () => readFile(join(folder, "state/policy.json"), "utf8");
    await vi.waitFor(async () => expect(await readSaved()).toContain("second"), PATIENCE);
    expect(reported).toEqual(["baton policy: a follower of the policy failed: no room"]);
  });

  it("leaves only its file in the folder, and ignores a damaged one", async () => {
    const first = publish({ description: "kept" });
    (await follow(await listen(first.listener))).stop();
    expect(await readdir(join(folder, "state"))).toEqual(["policy.json"]);
    const path = join(folder, "state/policy.json");
    const saved = await readFile(path, "utf8");
    await writeFile(path, saved.replace("kept", "bent"));
    const client = await follow(NOWHERE);
    expect(client.policy.index).toBeNull();
    expect(reported.join("\n")).toContain("the saved policy is ignored");
  });

  it("does not report a stale policy because the clock was changed", async () => {
    const first = publish({ description: "fresh" });
    const address = await listen(first.listener);
    await follow(address, { maxStaleness: 60_000 });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 86_400_000 });
    server?.closeAllConnections();
    server?.close();
    await vi.waitFor(() => expect(reported.join()).toContain("does not respond"), PATIENCE);
    await wait(100);
    expect(reported.filter((message) => message.includes("may be stale"))).toEqual([]);
  });

  it("warns once about a stale policy, and never by default", async () => {
    const first = publish({ description: "old" });
    (await follow(await listen(first.listener))).stop();
    const longAgo = new Date(Date.now() - 3_600_000);
    await utimes(join(folder, "state/policy.json"), longAgo, longAgo);
    const isReported = () => reported.filter((message) => message.includes("may be stale")).length;
    await follow(NOWHERE);
    await wait(800);
    expect(isReported()).toBe(0);
    await follow(NOWHERE, { maxStaleness: 60_000 });
    await vi.waitFor(() => expect(isReported()).toBe(1), PATIENCE);
    await wait(800);
    expect(isReported()).toBe(1);
  });
});
