import type { SavingsViewParams } from "@/search/savings-view";
import type { SavedViewParams } from "@/server/inputs";

/**
 * What a view keeps of an address. The range is always named, so that the address of a view says something.
 */
export function toSavedParams(params: SavingsViewParams): SavedViewParams {
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
