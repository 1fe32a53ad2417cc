import "server-only";
import {
  dehydrate,
  type FetchInfiniteQueryOptions,
  type FetchQueryOptions,
  HydrationBoundary,
  type QueryKey,
} from "@tanstack/react-query";
import { TRPCError } from "@trpc/server";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { cache, type ReactNode } from "react";
import { requestContext, turnAway } from "@/server/open-page";
import { appRouter } from "@/server/root";
import { createCallerFactory } from "@/server/trpc";
import { createQueryClient } from "./query-client";

/** Returns the query client of this request. */
export const getQueryClient = cache(createQueryClient);

/** Query options for server components, which call the procedures in this process. */
export const trpc = createTRPCOptionsProxy({
  ctx: requestContext,
  router: appRouter,
  queryClient: getQueryClient,
});

/** Procedures as functions, for server components that decide by the result. */
export const api = createCallerFactory(appRouter)(requestContext);

/**
 * Fetches the data of the page's first paint. The browser retries a failed query and shows its error in its
 * own panel; the rest of the page works.
 */
export function prefetch<Answer, Failure, Data, Key extends QueryKey>(
  query: FetchQueryOptions<Answer, Failure, Data, Key>,
): Promise<void> {
  return getQueryClient().prefetchQuery(query);
}

/** Does the same for the first page of an infinite list. */
export function prefetchInfinite<Page, Failure, Data, Key extends QueryKey, Cursor>(
  query: FetchInfiniteQueryOptions<Page, Failure, Data, Key, Cursor>,
): Promise<void> {
  return getQueryClient().prefetchInfiniteQuery(query);
}

/**
 * Returns the result, or shows a page with the reason: the item
 * does not exist, or the user may not see it.
 */
export async function orNotFound<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof TRPCError) await turnAwayFor(error);
    throw error;
  }
}

async function turnAwayFor({ code }: TRPCError): Promise<void> {
  if (code === "UNAUTHORIZED") await turnAway("not_signed_in");
  // An invalid name cannot belong to any row.
  if (code === "NOT_FOUND" || code === "BAD_REQUEST") await turnAway("no_such_workspace");
  if (code === "FORBIDDEN") await turnAway("not_permitted");
}

/** Passes the server's query results to the browser. */
export function HydrateClient({ children }: { children: ReactNode }) {
  return <HydrationBoundary state={dehydrate(getQueryClient())}>{children}</HydrationBoundary>;
}
