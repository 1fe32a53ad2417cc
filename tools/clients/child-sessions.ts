import { countTokens } from "@baton/core/tokens";
import { checkCalls } from "./check-calls";
import type { ClientLab } from "./client-lab";
import type { ModelLog } from "./model-log";
import { roleMark, type Script } from "./model-stub";

/** Returns the prompt with which an agent of a script starts. */
export const promptOf = (role: string) => `${roleMark(role)} Work on claim C-9.`;

/**
 * Compares what Baton stored of a client that runs the subagents `reserve` and `region` in sessions of their own with
 * what its model was asked.
 *
 * @param main the name of the main agent.
 * @param agents the types of the subagents, by role.
 */
export async function checkChildSessions(
  lab: ClientLab,
  log: ModelLog,
  {
    script,
    main,
    agents,
  }: {
    script: Record<"reserve" | "region", Script[string]>;
    main: string;
    agents: Record<"reserve" | "region", string>;
  },
): Promise<void> {
  const { checks, stored } = lab;
  const agentOf = (role: string) => (role === "reserve" || role === "region" ? agents[role] : main);
  await checkCalls(lab, log, ({ role }) => ({ agent: agentOf(role) }));
  const [{ session }, children] = [log.first("main"), [log.first("reserve"), log.first("region")]];
  checks.equal(
    "sessions",
    await stored.sessions(),
    [`${session} -`, ...children.map((child) => `${child.session} ${session}`)].sort(),
  );
  checks.equal(
    "handoffs",
    await stored.handoffs(),
    (["reserve", "region"] as const)
      .flatMap((role) => [
        `${session} delegation ${main} → ${agentOf(role)} - ${countTokens(promptOf(role))}`,
        `${session} return ${agentOf(role)} → ${main} - ${countTokens(script[role].at(-1)?.text ?? "")}`,
      ])
      .sort(),
  );
}
