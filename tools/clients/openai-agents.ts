import { join } from "node:path";
import { ingestPaths } from "@baton/ingest/pipeline";
import { checkAdapter, FINDING } from "./check-adapter";
import type { ClientLab } from "./client-lab";
import type { Script } from "./model-stub";
import { runProgram } from "./run-program";
import { describeCall } from "./stored";

const APIS = ["responses", "chat"];

/** The script of both APIs. */
const SCRIPT: Script = Object.fromEntries(
  APIS.flatMap((api) => [
    [
      `${api}-triage`,
      [
        { calls: [{ tool: "ask_expert", input: { input: "What is covered?" } }] },
        { calls: [{ tool: "transfer_to_payer", input: {} }] },
      ],
    ],
    [`${api}-expert`, [{ text: "Up to 5000 EUR." }]],
    [`${api}-payer`, [{ calls: [{ tool: "look_up", input: { id: "C-9" } }] }, { text: "Paid." }]],
  ]),
);

/** Runs agents of the OpenAI Agents SDK: one is called as a tool, one receives a handoff. */
export async function checkOpenaiAgents(lab: ClientLab): Promise<void> {
  const { checks, stub, db, stored, scratch, workspaceId } = lab;
  const log = stub.play(SCRIPT);
  const file = join(scratch, "traces.jsonl");
  const printed = await runProgram(lab, "openai-agents", [stub.url, file]);
  await ingestPaths({ db, workspaceId, paths: [file], storesContent: true });

  const traces = new Map(printed.map((line) => [line.split(" ")[0] ?? "", line.split(" ")[1] ?? ""]));
  checks.equal("requests without an answer", log.unexpected, []);
  checks.equal("lines that cannot be read", await stored.quarantined(), []);
  checks.equal(
    "calls",
    await stored.calls(),
    log.calls
      .map((call) => {
        const [api = "", agent = ""] = call.role.split("-");
        // Spans of the Responses API name no model.
        const model = api === "responses" ? "-" : call.model;
        return describeCall({ ...call, model }, { agent, session: traces.get(api) ?? null });
      })
      .sort(),
  );
  checks.equal("sessions", await stored.sessions(), [...traces.values()].map((id) => `${id} -`).sort());
  checks.equal(
    "handoffs",
    await stored.handoffs(),
    [...traces.values()]
      .flatMap((id) => [`${id} span triage → expert - -`, `${id} transfer triage → payer - -`])
      .sort(),
  );
  await checkAdapter(lab, {
    adapter: "openai-agents",
    script: {
      fraud_agent: [{ text: FINDING, calls: [{ tool: "transfer_to_decision_agent", input: {} }] }],
      decision_agent: [{ text: "Decline it." }],
    },
    handoffs: ["scoped fraud_agent → decision_agent fraud_to_decision"],
    environment: { OPENAI_AGENTS_DISABLE_TRACING: "1" },
  });
}
