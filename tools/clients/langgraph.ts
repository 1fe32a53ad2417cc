import { checkAdapter, FINDING } from "./check-adapter";
import type { ClientLab } from "./client-lab";
import type { Script } from "./model-stub";
import { checkTracedRun } from "./traced-run";

const SCRIPT = {
  supervisor: [
    { calls: [{ tool: "transfer_to_researcher", input: {} }] },
    { calls: [{ tool: "transfer_to_writer", input: {} }] },
    { text: "Done." },
  ],
  researcher: [{ calls: [{ tool: "look_up", input: { id: "C-9" } }] }, { text: "It is 4200 EUR." }],
  writer: [{ text: "We pay 4200 EUR." }],
} satisfies Script;

/** Runs a supervisor of LangGraph with two agents, traced by OpenInference. */
export async function checkLanggraph(lab: ClientLab): Promise<void> {
  const { checks, stored } = lab;
  const { session } = await checkTracedRun(lab, "langgraph", SCRIPT);
  checks.equal("handoffs", await stored.handoffs(), [
    `${session} transfer supervisor → researcher - -`,
    `${session} transfer supervisor → writer - -`,
  ]);
  const decision_agent = [{ text: "Decline it." }];
  await checkAdapter(lab, {
    adapter: "langgraph",
    script: { fraud_agent: [{ text: FINDING }], decision_agent },
    handoffs: ["scoped fraud_agent → decision_agent fraud_to_decision"],
  });
  await checkAdapter(lab, {
    adapter: "langgraph",
    program: "langgraph-supervisor",
    script: {
      supervisor: [
        { calls: [{ tool: "transfer_to_fraud_agent", input: {} }] },
        { calls: [{ tool: "transfer_to_decision_agent", input: {} }] },
        { text: "Done." },
      ],
      fraud_agent: [{ text: FINDING }],
      decision_agent,
    },
    handoffs: [
      "scoped supervisor → fraud_agent null",
      "scoped fraud_agent → supervisor null",
      "scoped supervisor → decision_agent supervisor_to_decision",
      "scoped decision_agent → supervisor null",
    ],
  });
  await checkAdapter(lab, {
    adapter: "langgraph",
    program: "langgraph-swarm",
    script: {
      fraud_agent: [{ text: FINDING, calls: [{ tool: "transfer_to_decision_agent", input: {} }] }],
      decision_agent,
    },
    handoffs: ["scoped fraud_agent → decision_agent fraud_to_decision"],
  });
}
