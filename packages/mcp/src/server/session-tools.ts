import { countOf } from "@baton/core/internal";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { addTool } from "../add-tool";
import type { BatonApi } from "../baton-api";
import { addFieldTools } from "./field-tools";

const MAX_HANDOFFS = 50;
/** Fields or rules that a short answer names. */
const MAX_NAMED = 15;

const SESSION = z.string().min(1).describe("Session ID, as search_sessions lists it.");
const DETAIL = z.boolean().default(false).describe("True adds every field and rule.");

const Sessions = z.object({
  sessions: z.array(
    z.looseObject({
      session_id: z.string(),
      title: z.string().nullable(),
      last_event_at: z.string(),
      handoffs: z.number(),
      leaks: z.number(),
      not_by_the_policy: z.number(),
    }),
  ),
  next_cursor: z.string().nullable(),
});

const Handoff = z.looseObject({
  event_id: z.string(),
  kind: z.string(),
  from_agent: z.string(),
  to_agent: z.string(),
  rule_id: z.string().nullable(),
  before_tokens: z.number().nullable(),
  after_tokens: z.number().nullable(),
  enforcement: z.string().nullable(),
});
const Handoffs = z.object({ handoffs: z.array(Handoff), next_cursor: z.string().nullable() });

const ExplainedHandoff = Handoff.extend({
  note: z.string().nullable(),
  explanation: z.looseObject({ summary: z.string() }).nullable(),
  fields: z.array(z.object({ path: z.string(), cause: z.string().nullable() }).loose()).nullable(),
  fields_total: z.number(),
});

/** Adds `search_sessions` and `explain_handoff`, and the tools about fields. */
export function addSessionTools(server: McpServer, api: BatonApi): void {
  addTool(server, {
    name: "search_sessions",
    title: "Search sessions",
    description: "Sessions of agents, newest first: ID, title, handoffs, leaks.",
    input: z.object({
      text: z.string().max(200).optional().describe("Words in the title or the content."),
      agent: z.string().optional(),
      with_leaks: z.boolean().default(false).describe("True: only sessions with a leak."),
      limit: z.int().min(1).max(50).default(10),
    }),
    isReadOnly: true,
    run: async ({ text, agent, with_leaks, limit }) => {
      const query = { search: text, agent, leak: with_leaks ? "true" : undefined, limit };
      const { sessions, next_cursor } = await api.get(Sessions, ["sessions"], query);
      if (sessions.length === 0) return { text: "No sessions match." };
      const lines = sessions.map(
        ({ session_id, title, last_event_at, handoffs, leaks, not_by_the_policy }) =>
          `- ${session_id} ${title === null ? "" : `“${title}” `}(${last_event_at.slice(0, 16)}Z, ${countOf(handoffs, "handoff")}, ${countOf(leaks, "leak")}, ${countOf(not_by_the_policy, "violation")})`,
      );
      const more = next_cursor === null ? [] : ["There are more: search for a text or an agent."];
      return { text: [...lines, ...more].join("\n") };
    },
  });
  addTool(server, {
    name: "explain_handoff",
    title: "Explain a handoff",
    description:
      "What passed in a handoff, what was removed, and which rule decided. Without a handoff: those of the session.",
    input: z.object({
      session: SESSION,
      handoff: z.string().optional().describe("Event ID."),
      detail: DETAIL,
    }),
    isReadOnly: true,
    run: async ({ session, handoff, detail }) => {
      if (handoff === undefined) return { text: await listHandoffs(api, session) };
      const path = ["sessions", session, "handoffs", handoff];
      const found = await api.get(ExplainedHandoff, path);
      const { fields, explanation, note } = found;
      const removed = (fields ?? []).filter(({ cause }) => cause !== null);
      const named = removed.slice(0, MAX_NAMED).map(({ path: field, cause }) => `${field} (${cause})`);
      const more = removed.length > MAX_NAMED ? ` and ${removed.length - MAX_NAMED} more` : "";
      const outcome =
        fields === null
          ? "Its fields were not recorded."
          : removed.length === 0
            ? `Fields that passed: all ${found.fields_total}.`
            : `Removed: ${named.join(", ")}${more}.`;
      return {
        text: [
          describeHandoff(found),
          outcome,
          ...(explanation === null ? [] : [explanation.summary]),
          ...(note === null ? [] : [`Note: ${note}`]),
        ].join("\n"),
        details: detail ? { fields, explanation } : undefined,
      };
    },
  });
  addFieldTools(server, api);
}

async function listHandoffs(api: BatonApi, session: string): Promise<string> {
  const path = ["sessions", session, "handoffs"];
  const { handoffs, next_cursor } = await api.get(Handoffs, path, { limit: MAX_HANDOFFS });
  if (handoffs.length === 0) return "This session has no handoffs.";
  const more = next_cursor === null ? [] : [`Only the first ${MAX_HANDOFFS} are listed.`];
  return [...handoffs.map((handoff) => `- ${handoff.event_id}: ${describeHandoff(handoff)}`), ...more].join(
    "\n",
  );
}

function describeHandoff(handoff: z.infer<typeof Handoff>): string {
  const { kind, from_agent, to_agent, rule_id, before_tokens, after_tokens, enforcement } = handoff;
  const size = (tokens: number | null) => tokens ?? "unknown";
  const differs = enforcement === "differs" ? ", not by the policy then live" : "";
  return `${kind} ${from_agent} → ${to_agent}, ${rule_id === null ? "no rule" : `rule ${rule_id}`}, ${size(before_tokens)} → ${size(after_tokens)} tokens${differs}.`;
}
