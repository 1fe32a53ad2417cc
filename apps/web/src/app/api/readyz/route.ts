import { isReachable } from "@baton/db";
import { database } from "@/server/database";

/** Asked anew each time. */
export const dynamic = "force-dynamic";

/** Whether this server can work, for load balancers and health checks: 200 where its database answers, else 503. */
export async function GET(): Promise<Response> {
  return (await isReachable(database()))
    ? Response.json({ status: "ready" })
    : Response.json({ status: "starting" }, { status: 503 });
}
