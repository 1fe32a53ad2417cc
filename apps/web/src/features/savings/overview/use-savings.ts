"use client";

import { useQuery } from "@tanstack/react-query";
import type { SavingsView } from "@/server/inputs";
import { useTRPC } from "@/trpc/client";

/**
 * The savings of a view, from one query for all parts of the page that show
 * them; those of the view before stay meanwhile.
 */
export function useSavings(workspace: string, view: SavingsView) {
  return useQuery(
    useTRPC().overview.savings.queryOptions({ workspace, ...view }, { placeholderData: (last) => last }),
  );
}
