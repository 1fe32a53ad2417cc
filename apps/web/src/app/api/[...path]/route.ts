import { answerForPrograms } from "@/server/answer-for-programs";

/** Responds to unknown paths. Next would show a page that `src/proxy.ts` has not processed. */
const handle = answerForPrograms(async () => new Response("Not found.", { status: 404 }));

export { handle as GET, handle as POST };
