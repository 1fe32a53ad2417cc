import { answerForPrograms } from "@/server/answer-for-programs";

/** Where nothing else is. Next would show a page, which `src/proxy.ts` has not seen. */
const handle = answerForPrograms(async () => new Response("Not found.", { status: 404 }));

export { handle as GET, handle as POST };
