import { answerForPrograms } from "@/server/answer-for-programs";
import { serveApi } from "@/server/api";

const handle = answerForPrograms(serveApi);

/** The API for programs: its routes are in `src/server/api/routes.ts`. */
export { handle as DELETE, handle as GET, handle as PATCH, handle as POST, handle as PUT };
