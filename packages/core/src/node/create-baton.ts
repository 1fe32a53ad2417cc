import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { v7 as uuidv7 } from "uuid";
import { compileWithDetectors } from "../content/compile-with-detectors";
import { importPolicy, importSwitch } from "../policy/import-export";
import { type CompiledPolicy, withoutPolicy } from "../scoping/compile-policy";
import {
  type CompiledContext,
  type CompileRequest,
  ContextCompiler,
  type ContextProcessor,
} from "../scoping/context-compiler";
import { HandoffTracker } from "../scoping/handoff-tracker";
import type { Summarizer } from "../scoping/summarize";
import { loadEncoding } from "../tokens/count-tokens";
import { PolicyClient } from "./client/policy-client";
import { SessionWriter } from "./session-writer";

export interface BatonOptions {
  /**
   * Folder of sessions (`sessions/{sessionId}.jsonl`), the working directory by default. Also contains
   * `governance_policies.json` and `system_config.json`, or with `server` the last policy that it sent.
   */
  readonly folder?: string;
  /** The Baton server whose published policy to follow, with an API key of the scope `read`. */
  readonly server?: { readonly url: string; readonly key: string };
  /** A new UUID by default. */
  readonly sessionId?: string;
  /** Stores the content of handoffs, without blocked fields, next to the session. False by default. */
  readonly capturesContent?: boolean;
  /** Without one, summaries are extractive. */
  readonly summarizer?: Summarizer;
  readonly processors?: readonly ContextProcessor[];
  /** Key of the digests in outlines. */
  readonly outlineKey?: string;
  /** Receives error messages without content; standard error by default. */
  readonly log?: (message: string) => void;
}

/** A session with its policy: everything an orchestrator needs for handoffs. */
export interface Baton {
  readonly sessionId: string;
  readonly compiler: ContextCompiler;
  /** Report to it how each agent ended: the last completed agent sends the next handoff. */
  readonly tracker: HandoffTracker;
  /**
   * Returns what an agent may see, and records the handoff. The sender is the tracker's unless the request names
   * one; the first agent gets its context without a handoff.
   */
  contextFor(request: CompileRequest): Promise<CompiledContext>;
  /** Stops following the server. */
  stop(): void;
}

/**
 * Opens a session under the policy of a folder or of a server.
 *
 * A policy that is missing or invalid does not throw: every handoff is `minimal`, and `log` gets the reason.
 * Without a readable `system_config.json`, the policy is enforced.
 *
 * @throws Error if a bundle lacks the rank table that sizes are counted with.
 */
export async function createBaton(options: BatonOptions = {}): Promise<Baton> {
  const {
    folder = ".",
    server,
    sessionId = uuidv7(),
    capturesContent = false,
    log = console.error,
  } = options;
  await loadEncoding();
  const client =
    server &&
    (await PolicyClient.start({
      server: server.url,
      key: server.key,
      savedAt: join(folder, "policy.json"),
      log,
    }));
  const writer = new SessionWriter({
    path: join(folder, "sessions", `${sessionId}.jsonl`),
    captureContent: capturesContent,
  });
  const compiler = new ContextCompiler({
    policy: client?.policy ?? (await readPolicy(folder, log)),
    sessionId,
    capturesContent,
    summarizer: options.summarizer,
    processors: options.processors,
    outlineKey: options.outlineKey,
    write: (event, content) => writer.append(event, content),
    now: Date.now,
    newId: uuidv7,
    microseconds: () => Math.round(performance.now() * 1_000),
    log,
  });
  client?.onPolicy((policy) => compiler.adoptPolicy(policy));
  const tracker = new HandoffTracker();
  return {
    sessionId,
    compiler,
    tracker,
    contextFor: (request) => compiler.compileForAgent({ fromAgentId: tracker.source, ...request }),
    stop: () => client?.stop(),
  };
}

async function readPolicy(folder: string, log: (message: string) => void): Promise<CompiledPolicy> {
  const parsedSwitch = importSwitch(await readIfThere(join(folder, "system_config.json")));
  const policySwitch = parsedSwitch.ok ? parsedSwitch.switch : undefined;
  const text = await readIfThere(join(folder, "governance_policies.json"));
  if (text === "")
    log(`Every handoff is minimal: ${join(folder, "governance_policies.json")} is missing or empty`);
  const parsed = importPolicy(text, policySwitch);
  for (const { path, message } of text === "" ? [] : parsed.findings)
    log(`governance policy ${path}: ${message}`);
  return parsed.ok ? compileWithDetectors(parsed) : withoutPolicy(policySwitch);
}

/** Returns "" if the file cannot be read. An empty document is an invalid policy. */
function readIfThere(path: string): Promise<string> {
  return readFile(path, "utf8").catch(() => "");
}
