import { type Database, getPriceBook, listDailyUsage } from "@baton/db";
import { type CallSums, tokensOf, usageBy } from "./usage-by-model";

/** Usage of a session; `dollars` is null without a price. */
interface SessionCost {
  tokens: number;
  dollars: number | null;
}

/** Returns the usage of sessions by their IDs, without those below them; none for a session without calls. */
export async function readSessionCosts(
  db: Database,
  workspaceId: string,
  sessionIds: readonly string[],
): Promise<Map<string, SessionCost>> {
  const [calls, prices] = await Promise.all([
    listDailyUsage(db, { workspaceId, range: null, by: ["session"], sessionIds }),
    getPriceBook(db, { workspaceId }),
  ]);
  const sums = usageBy(calls, ({ session }) => session ?? "", prices);
  return new Map(sums.map(({ key, dollars, ...rest }) => [key, { tokens: tokensOf(rest), dollars }]));
}

/** Usage of an agent. */
interface AgentCost extends CallSums {
  agent: string;
  models: string[];
}

/** Returns the usage of each agent of a session and the sessions below it, the main agent first. */
export async function readAgentCosts(
  db: Database,
  { workspaceId, sessionId }: { workspaceId: string; sessionId: string },
): Promise<AgentCost[]> {
  const [calls, prices] = await Promise.all([
    listDailyUsage(db, { workspaceId, range: null, by: ["agent"], familyOf: sessionId }),
    getPriceBook(db, { workspaceId }),
  ]);
  const modelsOf = (agent: string) => calls.flatMap((one) => (one.agent === agent ? (one.model ?? []) : []));
  return usageBy(calls, ({ agent }) => agent ?? "", prices)
    .map(({ key: agent, ...sums }) => ({ agent, models: [...new Set(modelsOf(agent))].sort(), ...sums }))
    .sort(
      (a, b) =>
        Number(b.agent === "main") - Number(a.agent === "main") ||
        b.outputTokens - a.outputTokens ||
        (a.agent < b.agent ? -1 : 1),
    );
}
