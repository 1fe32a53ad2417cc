"use client";

import { useQuery } from "@tanstack/react-query";
import type { SavingsView } from "@/server/inputs";
import { useTRPC } from "@/trpc/client";

/**
 * Returns the savings of a view, from one query for the whole page. The previous view's data stays while it
 * loads.
 */
export function useSavings(workspace: string, view: SavingsView) {
  return useQuery(
    useTRPC().overview.savings.queryOptions({ workspace, ...view }, { placeholderData: (last) => last }),
  );
}
