"use client";

import { useQuery } from "@tanstack/react-query";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";

/**
 * Whether who looks at the page may do something; not, until that is
 * known. The server asks anew when they do it.
 */
export function usePermission(
  workspace: string,
  operation: RouterOutputs["workspaces"]["get"]["permitted"][number],
): boolean {
  const { data } = useQuery(useTRPC().workspaces.get.queryOptions({ workspace }));
  return data?.permitted.includes(operation) ?? false;
}
