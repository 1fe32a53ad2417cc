import { isServer, QueryClient } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";
import superjson from "superjson";

/**
 * Maximum age, in milliseconds, of data the live
 * stream did not invalidate.
 */
const STALE_TIME = 60_000;

/** Creates a query client: one per request on the server, one per tab in the browser. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_TIME,
        // The server does not retry, because the page would wait; the browser retries.
        retry: (failures, error) => !isServer && failures < 1 && isWorthRetrying(error),
      },
      dehydrate: { serializeData: superjson.serialize },
      hydrate: { deserializeData: superjson.deserialize },
    },
  });
}

/** Returns true if a request failed because the session of the user has ended. */
export function isSignedOut(error: unknown): boolean {
  if (!(error instanceof TRPCClientError)) return false;
  const { response } = error.meta ?? {};
  return error.data?.httpStatus === 401 || (response instanceof Response && response.status === 401);
}

/** Returns false for a refusal, which would only repeat; failures and lost requests are worth a retry. */
export function isWorthRetrying(error: Error): boolean {
  if (!(error instanceof TRPCClientError)) return true;
  const status: unknown = error.data?.httpStatus;
  return typeof status !== "number" || status >= 500;
}
