import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { v7 as uuidv7 } from "uuid";
import { compileWithDetectors } from "../content/compile-with-detectors";
import { importPolicy, importSwitch } from "../policy/import-export";
import { POLICY_SECTION, parsePolicy } from "../policy/parse-policy";
import { attempt } from "../scoping/attempt";
import { type CompiledPolicy, compilePolicy, withoutPolicy } from "../scoping/compile-policy";
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
import { loadTracing, type TraceDecision } from "./trace-decision";

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
  /** Receives each error message once, without content; standard error by default. */
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
  /** Opens another session under the same policy, such as one per request. @param sessionId a new UUID by default. */
  newSession(sessionId?: string): Baton;
  /** Reports a problem to `log`, once. */
  report(message: string): void;
  /** Ends the session. Resolves when all its events are written. The first session also stops to follow the server. */
  stop(): Promise<void>;
}

/**
 * Opens a session under the policy of a folder or of a server.
 *
 * Without a policy file, handoffs are only observed. A policy that is invalid, or that a server did not send, does not
 * throw: every handoff is `minimal`. `log` gets the reason. Without a readable `system_config.json`, the policy is
 * enforced.
 *
 * @throws Error if a bundle lacks the rank table that sizes are counted with.
 */
export async function createBaton(options: BatonOptions = {}): Promise<Baton> {
  const { folder = ".", server, sessionId, log = console.error } = options;
  await loadEncoding();
  const report = onceEach(log);
  const client =
    server &&
    (await PolicyClient.start({
      server: server.url,
      key: server.key,
      savedAt: join(folder, "policy.json"),
      log,
    }));
  const ofFolder = client ? null : await readPolicy(folder, report);
  const trace = await loadTracing();
  const open = (id = uuidv7()): Baton => {
    const policy = client?.policy ?? ofFolder ?? withoutPolicy();
    const terms = { policy, sessionId: id, trace };
    const { written, ...session } = openSession({ ...options, folder, log: report }, terms);
    const unfollow = client?.onPolicy((next) => session.compiler.adoptPolicy(next));
    return {
      ...session,
      newSession: open,
      report,
      stop: () => {
        unfollow?.();
        return written();
      },
    };
  };
  const first = open(sessionId);
  return {
    ...first,
    stop: () => {
      client?.stop();
      return first.stop();
    },
  };
}

function openSession(
  options: BatonOptions & { folder: string; log: (message: string) => void },
  { policy, sessionId, trace }: { policy: CompiledPolicy; sessionId: string; trace: TraceDecision },
) {
  const { folder, capturesContent = false } = options;
  const writer = new SessionWriter({
    path: join(folder, "sessions", `${sessionId}.jsonl`),
    captureContent: capturesContent,
  });
  const compiler = new ContextCompiler({
    policy,
    sessionId,
    capturesContent,
    summarizer: options.summarizer,
    processors: options.processors,
    outlineKey: options.outlineKey,
    write: (event, content) => {
      if (event.event_type === "context_handoff") attempt(() => trace(event));
      return writer.append(event, content);
    },
    now: Date.now,
    newId: uuidv7,
    microseconds: () => Math.round(performance.now() * 1_000),
    log: options.log,
  });
  const tracker = new HandoffTracker();
  return {
    sessionId,
    compiler,
    tracker,
    contextFor: (request: CompileRequest) =>
      compiler.compileForAgent({ fromAgentId: tracker.source, ...request }),
    written: () => writer.written(),
  };
}

/** Limits the messages that are remembered. */
const MAX_REPORTED = 1_000;

function onceEach(log: (message: string) => void): (message: string) => void {
  const reported = new Set<string>();
  return (message) => {
    if (reported.has(message) || reported.size >= MAX_REPORTED) return;
    reported.add(message);
    log(message);
  };
}

async function readPolicy(folder: string, log: (message: string) => void): Promise<CompiledPolicy> {
  const parsedSwitch = importSwitch((await readIfThere(join(folder, "system_config.json"))) ?? "");
  const policySwitch = parsedSwitch.ok ? parsedSwitch.switch : undefined;
  const path = join(folder, "governance_policies.json");
  const text = await readIfThere(path);
  if (text === null) {
    log(
      `No policy: handoffs are recorded and pass unchanged. Write ${path}, or pass \`server\` to createBaton`,
    );
    return observeEverything();
  }
  const parsed = importPolicy(text, policySwitch);
  const reasons = parsed.findings.map(({ path: place, message }) => `${place} ${message}`.trim());
  if (parsed.ok) {
    if (reasons.length > 0) log(`Check ${path}: ${reasons.join("; ")}`);
    return compileWithDetectors(parsed);
  }
  log(`Every handoff is minimal, because ${path} is not a valid policy. Correct it: ${reasons.join("; ")}`);
  return withoutPolicy(policySwitch);
}

/** Returns the policy in force without a file. It has no version, so that it is not announced. */
function observeEverything(): CompiledPolicy {
  const section = { default_handoff_mode: "full", audit_all_handoffs: true };
  const parsed = parsePolicy({ [POLICY_SECTION]: section }, { enabled: false, observe: true });
  return parsed.ok ? { ...compilePolicy(parsed), version: null, section: null } : withoutPolicy();
}

/** Returns null if the file is missing, and "", which is an invalid document, if it cannot be read. */
async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ENOENT" ? null : "";
  }
}
