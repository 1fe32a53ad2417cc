import { checkAdapter, FINDING } from "./check-adapter";
import type { ClientLab } from "./client-lab";
import { contextOf } from "./model-call";
import type { Script } from "./model-stub";
import { checkTracedRun, RESEARCHER } from "./traced-run";

const SCRIPT = {
  orchestrator: [
    { calls: [{ tool: "research", input: { question: "How much?" } }] },
    { text: "We pay 4200 EUR." },
  ],
  researcher: RESEARCHER,
} satisfies Script;

/** Runs two agents of Vercel's AI SDK, one as a tool of the other, with its own telemetry. */
export async function checkAiSdk(lab: ClientLab): Promise<void> {
  const { checks, stored } = lab;
  const { log, session } = await checkTracedRun(lab, "ai-sdk", SCRIPT);
  // An agent's span has the input of all its calls.
  const inputOf = (role: string) =>
    log.calls.filter((call) => call.role === role).reduce((sum, call) => sum + contextOf(call), 0);
  checks.equal("handoffs", await stored.handoffs(), [
    `${session} span orchestrator → researcher ${inputOf("orchestrator")} ${inputOf("researcher")}`,
  ]);
  await checkAdapter(lab, {
    adapter: "ai-sdk",
    script: {
      fraud_agent: [{ calls: [{ tool: "decide", input: { prompt: FINDING } }] }, { text: "Done." }],
      decision_agent: [{ text: "Decline it." }],
    },
    handoffs: [
      "scoped fraud_agent → decision_agent fraud_to_decision",
      "scoped decision_agent → fraud_agent null",
    ],
  });
}
