"use client";

import { useQuery } from "@tanstack/react-query";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";

/**
 * Returns true if the user may do something; false while unknown.
 * The server checks again on use.
 */
export function usePermission(
  workspace: string,
  operation: RouterOutputs["workspaces"]["get"]["permitted"][number],
): boolean {
  const { data } = useQuery(useTRPC().workspaces.get.queryOptions({ workspace }));
  return data?.permitted.includes(operation) ?? false;
}
