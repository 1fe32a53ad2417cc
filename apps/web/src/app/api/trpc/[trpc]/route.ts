import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { createContext } from "@/server/context";
import { appRouter } from "@/server/root";
import { refuseForeignRequest } from "@/server/same-origin";

function handle(request: Request): Response | Promise<Response> {
  return (
    refuseForeignRequest(request) ??
    fetchRequestHandler({
      endpoint: "/api/trpc",
      req: request,
      router: appRouter,
      createContext: ({ resHeaders }) =>
        createContext({ headers: request.headers, responseHeaders: resHeaders }),
      // A stream's connection is of no use once it ends, and kept open it would hold up a server that is told to stop.
      responseMeta: ({ type }) => (type === "subscription" ? { headers: { connection: "close" } } : {}),
    })
  );
}

export { handle as GET, handle as POST };
