import {
  compilePolicy,
  compileWithDetectors,
  ENFORCED,
  importPolicy,
  type OutlineEntry,
  readHandoffContext,
  scopeContext,
} from "@baton/core";
import { causeOf, parseStrictJson, scopeOutline } from "@baton/core/internal";
import type { ContentPreview, PolicyTask } from "./policy-task";

/**
 * Scopes a pasted context as an orchestrator would with this policy enforced, except for rules about secrets. Its
 * content stays in the browser.
 */
export async function previewContent(
  task: Extract<PolicyTask, { kind: "preview-content" }>,
): Promise<ContentPreview> {
  const json = parseStrictJson(task.context);
  if (!json.ok) return json;
  const read = readHandoffContext(json.value);
  if (!read.ok) return read;
  // Enforced, since off and observe pass everything; audited, since the
  // event has the outcome of each field.
  const parsed = importPolicy(task.content.document, ENFORCED);
  if (!parsed.ok) throw new Error(parsed.findings.map(({ message }) => message).join("; "));
  const policy = await compileWithDetectors({
    ...parsed,
    policy: {
      ...parsed.policy,
      audit_all_handoffs: true,
      // Browsers cannot find secrets, and a rule that cannot search a text withholds it.
      content_rules: parsed.policy.content_rules.filter(({ detector }) => detector !== "secret"),
    },
  });
  const { from, to, now } = task;
  const { scoped, event } = scopeContext(policy, {
    from,
    to,
    now,
    context: read.context,
    isParsedJson: true,
    sessionId: "preview",
    newId: () => "preview",
  });
  if (!event) throw new Error("a handoff of which all are audited has an event");
  return {
    ok: true,
    scoped,
    ruleId: event.governance_rule_id ?? null,
    outline: event.outline ?? [],
    beforeTokens: event.context_before_scoping.total_tokens,
    afterTokens: event.context_after_scoping.total_tokens,
  };
}

/** Computes the effect of a policy on a handoff without stored content, leaf by leaf. */
export function previewOutline(task: Extract<PolicyTask, { kind: "preview-outline" }>): OutlineEntry[] {
  const policy = compilePolicy({ policy: task.policy, version: "", section: {}, switch: ENFORCED });
  const scope = scopeOutline(policy, task);
  return task.outline.map(({ path, tokens }) => {
    const cause = causeOf(scope.outcomeOf(path), { path, tokens });
    return cause === null ? { path, tokens } : { path, tokens, after: 0, cause };
  });
}
