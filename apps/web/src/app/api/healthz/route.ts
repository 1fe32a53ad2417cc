import { answerForPrograms } from "@/server/answer-for-programs";

/** Disable caching. */
export const dynamic = "force-dynamic";

const handle = answerForPrograms(async () => Response.json({ status: "ok" }));

/** Reports that the process responds, with or without the database: a supervisor restarts one that does not. */
export { handle as GET };
