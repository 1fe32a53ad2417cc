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
    })
  );
}

export { handle as GET, handle as POST };
