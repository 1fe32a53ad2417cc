"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { parseAsString, useQueryState } from "nuqs";
import { useCallback } from "react";
import { withQuery } from "@/frame/pages";

/** The open rule in the address, so that a link, Back and a reload open it again. */
export function useRuleInAddress() {
  const [ruleId, setRuleId] = useQueryState("rule", parseAsString);
  const pathname = usePathname();
  const search = useSearchParams();
  const openRule = useCallback(
    (row: { ruleId: string }) => void setRuleId(row.ruleId, { history: "push" }),
    [setRuleId],
  );
  const followRule = useCallback((id: string) => void setRuleId(id, { history: "replace" }), [setRuleId]);
  return {
    ruleId,
    openRule,
    /** Names another rule without a step in the history, after an edit has opened or renamed one. */
    followRule,
    hrefOf: ({ ruleId: id }: { ruleId: string }) =>
      withQuery(pathname, { ...Object.fromEntries(search), rule: id }),
  };
}
