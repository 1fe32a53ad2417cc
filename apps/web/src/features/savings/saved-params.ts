import type { SavingsViewParams } from "@/search/savings-view";

/**
 * Returns the URL parameters that a view stores. Always includes the range, so that no view has an empty URL.
 */
export function toSavedParams(params: SavingsViewParams) {
  const { range, tz, agent, from, to, rule, mode, workflow, compare } = params;
  return {
    range,
    ...(tz !== null && { tz }),
    ...(agent !== null && { agent }),
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(rule !== null && { rule }),
    ...(mode !== null && { mode }),
    ...(workflow !== null && { workflow }),
    ...(compare !== "before" && { compare }),
  };
}
