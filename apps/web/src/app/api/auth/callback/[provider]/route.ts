import { withBasePath } from "@/base-path";
import { answerForPrograms } from "@/server/answer-for-programs";
import { authentication } from "@/server/auth";

// Next removes the base path from the address of a request; the library expects it.
const handle = answerForPrograms((request) => {
  const { pathname, search } = new URL(request.url);
  return authentication().handler(
    new Request(new URL(withBasePath(pathname) + search, request.url), request),
  );
});

/** Callback of the single sign-on provider; no other route of the library is reachable over HTTP. */
export { handle as GET };
