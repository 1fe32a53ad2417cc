import { checkAdapter, FINDING } from "./check-adapter";
import type { ClientLab } from "./client-lab";
import { roleMark, type Script } from "./model-stub";
import { checkTracedRun, RESEARCHER } from "./traced-run";

const SCRIPT = {
  orchestrator: [
    { calls: [{ tool: "agent-researcher", input: { prompt: `${roleMark("researcher")} How much?` } }] },
    { text: "We pay 4200 EUR." },
  ],
  researcher: RESEARCHER,
} satisfies Script;

/** Runs an agent of Mastra with a subagent, and Mastra's own exporter. */
export async function checkMastra(lab: ClientLab): Promise<void> {
  const { checks, stored } = lab;
  const { session } = await checkTracedRun(lab, "mastra", SCRIPT);
  // Mastra counts tokens on the spans of model calls, and not on those of agents.
  checks.equal("handoffs", await stored.handoffs(), [`${session} span orchestrator → researcher - -`]);
  await checkAdapter(lab, {
    adapter: "mastra",
    script: {
      // Mastra gives a subagent the instructions of its caller too, so those of the caller name no role.
      "": [{ calls: [{ tool: "agent-decision_agent", input: { prompt: FINDING } }] }, { text: "Done." }],
      decision_agent: [{ text: "Decline it." }],
    },
    handoffs: [
      "scoped fraud_agent → decision_agent fraud_to_decision",
      "scoped fraud_agent → decision_agent fraud_to_decision",
      "scoped decision_agent → fraud_agent null",
    ],
  });
  const route = {
    ...{ primitiveId: "decision_agent", primitiveType: "agent" },
    ...{ prompt: FINDING, selectionReason: "It decides." },
  };
  await checkAdapter(lab, {
    adapter: "mastra",
    program: "mastra-network",
    script: {
      fraud_agent: [
        { text: JSON.stringify(route) },
        { text: JSON.stringify({ isComplete: true, completionReason: "Done.", finalResult: "Decline it." }) },
      ],
      decision_agent: [{ text: "Decline it." }],
    },
    // The processor of the routing agent runs with each of its requests.
    handoffs: [
      "scoped decision_agent → fraud_agent null",
      "scoped fraud_agent → decision_agent fraud_to_decision",
      "scoped decision_agent → fraud_agent null",
    ],
  });
}
