import { countOf } from "@baton/core/internal";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { addTool } from "../add-tool";
import type { BatonApi } from "../baton-api";

/** Fields, agents or pairs that a short answer names. */
const MAX_NAMED = 20;

const DETAIL = z.boolean().default(false).describe("True adds every field and step.");

const Known = z.looseObject({ path: z.string() });
const Knowledge = z.object({
  agent: z.string(),
  wrote: z.array(Known),
  received: z.array(Known),
  withheld: z.array(Known.extend({ cause: z.string().nullable() })),
  totals: z.object({ wrote: z.number(), received: z.number(), withheld: z.number() }),
  handoffs: z.number(),
  handoffs_without_fields: z.number(),
});

const Trace = z.looseObject({
  holders: z.array(z.object({ agent: z.string(), possession: z.string(), has_leaked: z.boolean() }).loose()),
  steps_total: z.number(),
  handoffs_without_fields: z.number(),
});

const Traffic = z.object({
  fields: z.array(
    z.looseObject({
      path: z.string(),
      from_agent: z.string(),
      to_agent: z.string(),
      outcome: z.string(),
      handoffs: z.number(),
    }),
  ),
  has_more: z.boolean(),
});

/** Adds `what_did_agent_know` and `find_field`. */
export function addFieldTools(server: McpServer, api: BatonApi): void {
  addTool(server, {
    name: "what_did_agent_know",
    title: "What did an agent know",
    description: "Fields that an agent wrote, received, and was not given in a session.",
    input: z.object({ session: z.string().min(1), agent: z.string().min(1), detail: DETAIL }),
    isReadOnly: true,
    run: async ({ session, agent, detail }) => {
      const known = await api.get(Knowledge, ["sessions", session, "agents", agent]);
      const { wrote, received, withheld, totals, handoffs, handoffs_without_fields } = known;
      const removed = withheld.map(({ path, cause }) => `${path} (${cause ?? "removed"})`);
      const unknown =
        handoffs_without_fields > 0
          ? [`${handoffs_without_fields} of them have no complete list of fields: it may know more.`]
          : [];
      return {
        text: [
          `${agent} received ${countOf(handoffs, "handoff")}.`,
          ...unknown,
          `Received ${countOf(totals.received, "field")}: ${name(received.map(({ path }) => path))}`,
          `Withheld ${totals.withheld}: ${name(removed)}`,
          `Wrote ${totals.wrote}: ${name(wrote.map(({ path }) => path))}`,
        ].join("\n"),
        details: detail ? { received, withheld, wrote } : undefined,
      };
    },
  });
  addTool(server, {
    name: "find_field",
    title: "Find a field",
    description:
      "Where a field went: in one session, which agents had it and whether it leaked; without a session, between which agents it passes or is removed.",
    input: z.object({
      field: z
        .string()
        .min(1)
        .max(1_000)
        .describe("A name such as ssn, or a path such as intake.claimant.ssn."),
      session: z.string().min(1).optional(),
      range: z
        .string()
        .default("30d")
        .describe(
          "Without a session: 24h, 7d, 30d, 90d, month, last-month, quarter, year or two days 2026-10-01..2026-10-31.",
        ),
      detail: DETAIL,
    }),
    isReadOnly: true,
    run: async ({ field, session, range, detail }) =>
      session === undefined
        ? findInAll(api, { field, range, detail })
        : findInOne(api, { field, session, detail }),
  });
}

async function findInOne(
  api: BatonApi,
  { field, session, detail }: { field: string; session: string; detail: boolean },
) {
  const trace = await api.get(Trace, ["sessions", session, "field"], { path: field });
  const { holders, steps_total, handoffs_without_fields } = trace;
  const lines = holders
    .slice(0, MAX_NAMED)
    .map(
      ({ agent, possession, has_leaked }) =>
        `- ${agent}: ${possession.replaceAll("_", " ")}${has_leaked ? ", LEAKED" : ""}`,
    );
  const unknown =
    handoffs_without_fields > 0
      ? ` ${countOf(handoffs_without_fields, "handoff has", "handoffs have")} no complete list of fields.`
      : "";
  return {
    text: [`${field} is part of ${countOf(steps_total, "step")}.${unknown}`, ...lines].join("\n"),
    details: detail ? trace : undefined,
  };
}

async function findInAll(
  api: BatonApi,
  { field, range, detail }: { field: string; range: string; detail: boolean },
) {
  const traffic = await api.get(Traffic, ["fields"], { field, range });
  if (traffic.fields.length === 0) return { text: `No handoff of this period has a field ${field}.` };
  const lines = traffic.fields
    .slice(0, MAX_NAMED)
    .map(
      ({ path, from_agent, to_agent, outcome, handoffs }) =>
        `- ${path}, ${from_agent} → ${to_agent}: ${outcome} in ${countOf(handoffs, "handoff")}`,
    );
  const isCut = traffic.has_more || traffic.fields.length > MAX_NAMED;
  return {
    text: [...lines, ...(isCut ? ["… and more"] : [])].join("\n"),
    details: detail ? traffic : undefined,
  };
}

function name(items: readonly string[]): string {
  if (items.length === 0) return "none";
  const more = items.length > MAX_NAMED ? `, … and ${items.length - MAX_NAMED} more` : "";
  return `${items.slice(0, MAX_NAMED).join(", ")}${more}`;
}
