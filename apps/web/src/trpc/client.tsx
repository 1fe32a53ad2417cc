"use client";

import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpLink, httpSubscriptionLink, splitLink } from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import { type ReactNode, useState } from "react";
import superjson from "superjson";
import { withBasePath } from "@/base-path";
import type { AppRouter } from "@/server/root";
import { createQueryClient } from "./query-client";

const context = createTRPCContext<AppRouter>();

/** Returns the procedures as query options: `useQuery(trpc.sessions.list.queryOptions(…))`. */
export const useTRPC = context.useTRPC;

const ADDRESS = withBasePath("/api/trpc");

function createClient() {
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === "subscription",
        true: httpSubscriptionLink({ url: ADDRESS, transformer: superjson }),
        false: httpLink({ url: ADDRESS, transformer: superjson }),
      }),
    ],
  });
}

let browserQueryClient: QueryClient | undefined;

/**
 * Returns the query client: one per tab in the browser, even if a render is discarded, and one per request on
 * the server.
 */
function getQueryClient(): QueryClient {
  if (typeof window === "undefined") return createQueryClient();
  browserQueryClient ??= createQueryClient();
  return browserQueryClient;
}

export function TRPCProvider({ children }: { children: ReactNode }) {
  const queryClient = getQueryClient();
  const [client] = useState(createClient);
  return (
    <QueryClientProvider client={queryClient}>
      <context.TRPCProvider trpcClient={client} queryClient={queryClient}>
        {children}
      </context.TRPCProvider>
    </QueryClientProvider>
  );
}
