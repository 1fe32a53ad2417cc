import { checkCalls } from "./check-calls";
import type { ClientLab } from "./client-lab";
import type { ClientName } from "./install-client";
import type { ModelLog } from "./model-log";
import type { Script } from "./model-stub";
import { runProgram } from "./run-program";

/** The turns of an agent that another one asks. */
export const RESEARCHER = [
  { calls: [{ tool: "look_up", input: { id: "C-9" } }] },
  { calls: [{ tool: "look_up", input: { id: "C-10" } }] },
  { text: "It is 4200 EUR." },
] satisfies Script[string];

/**
 * Runs a program whose framework traces its agents, and compares the calls of its only session.
 *
 * @param program also the name of its file in `programs/`.
 * @returns what the model was asked, and the ID of the session.
 */
export async function checkTracedRun(
  lab: ClientLab,
  program: ClientName,
  script: Script,
): Promise<{ log: ModelLog; session: string }> {
  const log = lab.stub.play(script);
  await runProgram(lab, program, [lab.stub.url]);
  const sessions = await lab.stored.sessions();
  const session = sessions[0]?.split(" ")[0] ?? "";
  lab.checks.equal("sessions", sessions.length, 1);
  await checkCalls(lab, log, ({ role }) => ({ agent: role, session }));
  return { log, session };
}
