import { isReachable } from "@baton/db";
import { answerForPrograms } from "@/server/answer-for-programs";
import { database } from "@/server/database";

/** Disable caching. */
export const dynamic = "force-dynamic";

const handle = answerForPrograms(async () =>
  (await isReachable(database()))
    ? Response.json({ status: "ready" })
    : Response.json({ status: "unavailable", reason: "The database does not respond." }, { status: 503 }),
);

/** Reports readiness to load balancers and health checks: 200 if the database responds, else 503. */
export { handle as GET };
