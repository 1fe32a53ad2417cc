import { describeFlatContext } from "@baton/core/internal";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { addTool } from "../add-tool";
import type { BatonApi } from "../baton-api";
import type { Decisions } from "./decisions";

const PAIR = {
  from: z.string().min(1).describe("ID of the sending agent."),
  to: z.string().min(1).describe("ID of the receiving agent."),
};
const DETAIL = z.boolean().default(false).describe("True adds the details.");

const Proposed = z.object({
  draft_id: z.number(),
  revision: z.number(),
  has_replaced: z.boolean(),
  findings: z.array(z.object({ path: z.string(), message: z.string() })).default([]),
});

/** Adds `check_text`, `scope_context` and `propose_rule`: decisions of a policy, and drafts of the live one. */
export function addGovernanceTools(server: McpServer, api: BatonApi, decisions: Decisions): void {
  addTool(server, {
    name: "check_text",
    title: "Check a text",
    description:
      "The text as one agent may pass it to another by the content rules of the policy, which redact or block parts of it. Blocked names of fields are for scope_context.",
    input: z.object({ ...PAIR, text: z.string(), detail: DETAIL }),
    isReadOnly: true,
    run: async ({ from, to, text, detail }) => {
      const {
        findings,
        blocked,
        failure,
        text: checked,
        policy_version,
      } = await decisions.checkText({ from, to }, text);
      const found = findings
        .map(({ rule_id, count, action }) => `${rule_id} (${action}, ${count})`)
        .join(", ");
      const outcome = blocked
        ? `Blocked by ${found}. Remove that and try again.`
        : failure !== null
          ? `Withheld: ${failure}.`
          : found === ""
            ? "Passes unchanged: no content rule found anything."
            : `Passes; rules found something: ${found}.`;
      const changed = checked === null || checked === text ? "" : `\n\n${checked}`;
      return { text: `${outcome}${changed}`, details: detail ? { policy_version, findings } : undefined };
    },
  });
  addTool(server, {
    name: "scope_context",
    title: "Scope a context",
    description:
      "The context that a receiving agent may see by the policy. Nothing is recorded. Pass it on instead of the original.",
    input: z.object({
      ...PAIR,
      context: z
        .record(z.string(), z.unknown())
        .describe("{ prior_outputs: { agent: output }, observations, original_input }"),
      detail: DETAIL,
    }),
    isReadOnly: true,
    run: async ({ from, to, context, detail }) => {
      const { scoped, rule_id, event } = await decisions.scopeContext({ from, to }, context);
      const removed = event?.fields_filtered ?? [];
      const rule = rule_id === null ? "the default" : `rule ${rule_id}`;
      const sizes = event
        ? `; ${event.context_before_scoping.total_tokens} → ${event.context_after_scoping.total_tokens} tokens`
        : "";
      const isObserved = event?.scoping_state === "observed";
      const outcome = removed.length === 0 ? "nothing removed" : `removed ${removed.join(", ")}`;
      const note = isObserved ? " The policy only observes, so the context passes unchanged." : "";
      const summary = `By ${rule}${isObserved ? ", if enforced" : ""}: ${outcome}${sizes}.${note}`;
      const lines = [summary, describeFlatContext(context) ?? [], "", JSON.stringify(scoped)].flat();
      return { text: lines.join("\n"), details: detail ? event : undefined };
    },
  });
  addTool(server, {
    name: "propose_rule",
    title: "Propose a rule",
    description:
      "Adds a rule to the policy draft, which people review and publish in Baton. It changes nothing that is live. A rule with the same rule_id in the draft is replaced.",
    input: z.object({
      rule: z
        .looseObject({ rule_id: z.string().min(1) })
        .describe(
          'Like { "rule_id", "from_agent_id", "to_agent_id", "allowed_context_fields", "blocked_context_fields", "description" }; for content rules { "rule_id", "detector", "pattern", "action" }.',
        ),
      list: z.enum(["agent_handoff_rules", "content_rules"]).default("agent_handoff_rules"),
    }),
    isReadOnly: false,
    run: async ({ rule, list }) => {
      const { draft_id, revision, has_replaced, findings } = await api.post(Proposed, "/drafts/rules", {
        rule,
        list,
      });
      const verb = has_replaced ? "replaced" : "added";
      const outcome = `${rule.rule_id} ${verb} in draft ${draft_id}, revision ${revision}. It is not live: a person reviews and publishes it in Baton under Policies.`;
      const warnings = findings.map(({ path, message }) => `Warning: ${path} ${message}.`);
      return { text: [outcome, ...warnings].join("\n") };
    },
  });
}
