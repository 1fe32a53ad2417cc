import { answerForPrograms } from "@/server/answer-for-programs";
import { authentication } from "@/server/auth";

const handle = answerForPrograms((request) => authentication().handler(request));

/**
 * The way back from the provider of single sign-on; of the library's other routes none is reached by HTTP.
 */
export { handle as GET };
