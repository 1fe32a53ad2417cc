import { isReachable } from "@baton/db";
import { answerForPrograms } from "@/server/answer-for-programs";
import { database } from "@/server/database";

/** Asked anew each time. */
export const dynamic = "force-dynamic";

const handle = answerForPrograms(async () =>
  (await isReachable(database()))
    ? Response.json({ status: "ready" })
    : Response.json({ status: "starting" }, { status: 503 }),
);

/**
 * Whether this server can work, for load balancers and health checks: 200 where its database answers, else 503.
 */
export { handle as GET };
