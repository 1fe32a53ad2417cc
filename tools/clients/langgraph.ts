import { checkAdapter, FINDING } from "./check-adapter";
import type { ClientLab } from "./client-lab";
import type { Script } from "./model-stub";
import { runProgram } from "./run-program";
import { describeCall } from "./stored";

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
  const { checks, stub, stored } = lab;
  const log = stub.play(SCRIPT);
  await runProgram(lab, "langgraph", [stub.url]);
  const [session = ""] = await stored.sessions();
  const id = session.split(" ")[0] ?? "";
  checks.equal("requests without an answer", log.unexpected, []);
  checks.equal("sessions", (await stored.sessions()).length, 1);
  checks.equal(
    "calls",
    await stored.calls(),
    log.calls.map((call) => describeCall(call, { agent: call.role, session: id })).sort(),
  );
  checks.equal("handoffs", await stored.handoffs(), [
    `${id} transfer supervisor → researcher - -`,
    `${id} transfer supervisor → writer - -`,
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
