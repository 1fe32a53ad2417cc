import { answerForPrograms } from "@/server/answer-for-programs";
import { authentication } from "@/server/auth";

const handle = answerForPrograms((request) => authentication().handler(request));

/** Callback of the single sign-on provider; no other route of the library is reachable over HTTP. */
export { handle as GET };
