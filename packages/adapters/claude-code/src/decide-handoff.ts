import { type CompiledPolicy, policyFor, type ScopingState } from "@baton/core";
import { findProjectPolicy } from "@baton/core/client";
import { MAIN_AGENT } from "@baton/core/host";
import { tryObserved } from "@baton/core/internal";
import { matchRule, switchSetting } from "@baton/core/policy";
import { type CheckedInput, checkInput, textsIn, textsOf, withheldPaths } from "./check-input";
import { readNamedPolicy } from "./env";
import { commonFields, type HookEvent } from "./hook-event";
import { AgentType, transcriptOf } from "./hook-input";
import type { HookOutput } from "./hook-output";
import { sumUpLog } from "./logged-state";
import { readClientVersion, readTranscriptSizes } from "./transcript-sizes";

/** The agent of a call that names none. */
const DEFAULT_AGENT = "general-purpose";

/** Older versions are known to ignore a changed prompt of an agent. */
const FIRST_REWRITING = [2, 1, 197] as const;

/** A prompt or message to another agent, before that agent receives it. */
interface Call {
  readonly kind: "delegation" | "message";
  readonly from: string;
  readonly to: string;
  readonly toId: string | null;
  readonly toolUseId: string;
  readonly input: Record<string, unknown>;
}

/** The outcome for a call, for the log. */
interface Outcome {
  readonly state: ScopingState;
  readonly ruleId: string | null;
  readonly policy: CompiledPolicy | null;
  readonly checked: CheckedInput | null;
  readonly notes: readonly string[];
  readonly observed?: object | null;
}

/**
 * Decides about a prompt or message to another agent: it passes, passes without what the policy forbids, or
 * is denied with a reason. Records the decision.
 */
export async function decideHandoff(event: HookEvent): Promise<HookOutput | null> {
  const call = readCall(event);
  if (call === null) return null;
  const found = await findProjectPolicy(event.project, readNamedPolicy(), "claude-code", textsIn(call.input));
  if (found.kind === "none") {
    await record(event, call, { state: "observed", ruleId: null, policy: null, checked: null, notes: [] });
    return found.problem === null
      ? null
      : { systemMessage: `Baton has no policy, so every prompt passes: ${found.problem}` };
  }
  if (found.kind === "unreadable") {
    const notes = [found.problem];
    await record(event, call, { state: "denied_error", ruleId: null, policy: null, checked: null, notes });
    return deny(
      `Baton cannot read the policy, so no agent may be called: ${found.problem}. Tell the user to correct it.`,
    );
  }
  const policy = policyFor(found.policy, { sessionId: event.input.session_id ?? "" });
  const setting = switchSetting(policy.switch);
  if (setting === "off") return null;
  announce(event, policy);
  const pair = { from: call.from, to: call.to, now: event.now };
  const outcome = { ruleId: ruleOf(policy, call, event.now), policy };
  const { checked, failure } = tryToCheck(policy, pair, call.input);
  if (checked === null) {
    const notes = [`the check failed: ${failure}`];
    const state = setting === "observe" ? "observed" : "denied_error";
    await record(event, call, { ...outcome, checked, state, notes });
    return setting === "observe"
      ? null
      : deny(`Baton could not check the prompt for ${call.to}, so it did not pass: ${failure}.`);
  }
  const observed = attempt(() => observe(policy, call, pair, checked));
  if (setting === "observe") {
    await record(event, call, { ...outcome, checked, observed, state: "observed", notes: describe(checked) });
    return null;
  }
  const isChanged = checked.input !== call.input;
  const refusal = checked.isBlocked ? REFUSED : isChanged && !rewrites(event) ? CANNOT_CHANGE : null;
  const notes = [...describe(checked), ...(refusal === null ? [] : [refusal])];
  await record(event, call, {
    ...outcome,
    checked,
    observed,
    notes,
    state: refusal === null ? "scoped" : "denied_rule",
  });
  if (refusal !== null) {
    return deny(
      `Baton denied this call of ${call.to}: ${notes.join("; ")}. Remove that from the prompt and call the agent again.`,
    );
  }
  const warning =
    found.standIn && `Baton uses ${found.standIn} in place of the live policy: ${found.problem}.`;
  if (!isChanged) return warning ? { systemMessage: warning } : null;
  const changed = `Baton changed the prompt for ${call.to}: ${notes.join("; ")}.`;
  return {
    systemMessage: warning ? `${changed} ${warning}` : changed,
    hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput: checked.input },
  };
}

/** Returns what rules that only observe, or an observed candidate, would have changed; null if none applies. */
function observe(
  policy: CompiledPolicy,
  call: Call,
  pair: { from: string; to: string; now: number },
  checked: CheckedInput,
): object | null {
  const tried = tryObserved(policy, pair, [], (trial) => ({
    match: trial.index && matchRule(trial.index, pair.from, pair.to, pair),
    withheld: withheldPaths(checkInput(trial, pair, call.input)),
  }));
  if (!tried?.would.match) return null;
  const { match, withheld } = tried.would;
  const withheldNow = withheldPaths(checked);
  return {
    ...tried.named,
    governance_rule_id: match.ruleId,
    handoff_mode: match.mode,
    would_remove: withheld.filter((path) => !withheldNow.includes(path)),
    would_pass: withheldNow.filter((path) => !withheld.includes(path)),
  };
}

/** Fields and findings that a message names. */
const MAX_NAMED = 20;
const REFUSED = "a rule refuses it";
const CANNOT_CHANGE = "this version of Claude Code ignores changed prompts, so update it";

function deny(permissionDecisionReason: string): HookOutput {
  return {
    systemMessage: permissionDecisionReason,
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason,
    },
  };
}

/** Describes what was found, without its content. */
function describe({ fieldsFiltered, contentFindings }: CheckedInput): string[] {
  const fields = [...new Set(fieldsFiltered)].slice(0, MAX_NAMED).join(", ");
  const findings = contentFindings
    .slice(0, MAX_NAMED)
    .map(
      ({ rule_id, action, count, path }) =>
        `the content rule ${rule_id} (${action}) found ${count} in ${path}`,
    );
  return [...(fields === "" ? [] : [`redacted ${fields}`]), ...findings];
}

function readCall({ input, log }: HookEvent): Call | null {
  const { tool_name, tool_use_id: toolUseId, tool_input } = input;
  if (toolUseId === undefined || tool_input === undefined) return null;
  const from = input.agent_type ?? MAIN_AGENT;
  if (tool_name === "Agent" || tool_name === "Task") {
    const to = nameIn(tool_input, "subagent_type") ?? DEFAULT_AGENT;
    return { kind: "delegation", from, to, toId: null, toolUseId, input: tool_input };
  }
  if (tool_name !== "SendMessage") return null;
  const named = nameIn(tool_input, "to") ?? nameIn(tool_input, "recipient") ?? "unknown";
  const type = sumUpLog(log.readLines()).agentTypes.get(named);
  const toId = type === undefined ? null : named;
  return { kind: "message", from, to: type ?? named, toId, toolUseId, input: tool_input };
}

/** Messages may address `@name`. */
function nameIn(input: Record<string, unknown>, key: string): string | undefined {
  const value = input[key];
  return AgentType.parse(typeof value === "string" ? value.replace(/^@/, "") : value);
}

function ruleOf(policy: CompiledPolicy, { from, to }: Call, now: number): string | null {
  return policy.index === null ? null : (matchRule(policy.index, from, to, { now }).rule?.rule_id ?? null);
}

/** Returns false if the client ignores changed prompts; a client without a version is a current one. */
function rewrites({ input }: HookEvent): boolean {
  const version = readClientVersion(transcriptOf(input));
  if (version === null) return true;
  const parts = version.split(".").map(Number);
  const place = FIRST_REWRITING.findIndex((part, index) => parts[index] !== part);
  return place === -1 || (parts[place] ?? 0) > (FIRST_REWRITING[place] ?? 0);
}

/** Records the policy of the session's handoffs, once per version. */
function announce(event: HookEvent, { version, section, switch: policySwitch }: CompiledPolicy): void {
  if (version === null || section === null) return;
  attempt(() => {
    if (sumUpLog(event.log.readLines()).policies.has(version)) return;
    const fields = { policy_version: version, policy: section, switch: policySwitch };
    const id = `${event.input.session_id}:${version}`;
    event.log.append({ ...commonFields("policy_seen", event, id), ...fields });
  });
}

/**
 * Records a decision. A log that cannot be written changes no decision. Only a changed prompt is counted: the
 * transcript has the size of others.
 */
async function record(
  event: HookEvent,
  call: Call,
  { state, ruleId, policy, checked, notes, observed }: Outcome,
) {
  const { input, log, project, count } = event;
  const isDenied = state.startsWith("denied");
  const decision = {
    ...commonFields("handoff_decision", event, `${call.toolUseId}:decision`),
    tool_use_id: call.toolUseId,
    kind: call.kind,
    from_agent_id: call.from,
    from_instance_id: input.agent_id ?? null,
    to_agent_id: call.to,
    to_instance_id: call.toId,
    scoping_state: state,
    governance_rule_id: ruleId,
    policy_version: policy?.version ?? null,
    context_tokens:
      input.agent_id === undefined ? readTranscriptSizes(transcriptOf(input)).contextTokens : null,
    ...(isDenied ? { tokens_after: 0 } : {}),
    fields_filtered: checked?.fieldsFiltered ?? [],
    ...(checked && checked.contentFindings.length > 0 && { content_findings: checked.contentFindings }),
    ...(observed && { observed_rules: observed }),
    audit_note: notes.length === 0 ? null : notes.join("; "),
  };
  const isChanged = state === "scoped" && checked !== null && checked.input !== call.input;
  if (!isChanged || input.session_id === undefined) return attempt(() => log.append(decision));
  const texts = { tokens_before: textsOf(call.input), tokens_after: textsOf(checked.input) };
  await count({ project, session: input.session_id, event: decision, texts }).catch(() => {});
}

function tryToCheck(...parameters: Parameters<typeof checkInput>) {
  try {
    return { checked: checkInput(...parameters), failure: null };
  } catch (error) {
    return { checked: null, failure: error instanceof Error ? error.message : String(error) };
  }
}

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
