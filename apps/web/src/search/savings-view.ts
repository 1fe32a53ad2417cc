import { HANDOFF_MODES } from "@baton/core/policy";
import { type inferParserType, parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { SavingsView } from "@/server/inputs";
import { DEFAULT_RANGE, parseAsRange } from "./range";
import { parseAsComparison } from "./savings-choices";
import { parseAsTimeZone } from "./time-zone";

/**
 * Period and filters of a savings page, as in the URL. An empty
 * `rule` means "no rule, the default applied".
 */
export const savingsViewParams = {
  // Keep the default in the URL too: a URL without
  // parameters opens the workspace's default view.
  range: parseAsRange.withDefault(DEFAULT_RANGE).withOptions({ clearOnDefault: false }),
  tz: parseAsTimeZone,
  agent: parseAsString,
  from: parseAsString,
  to: parseAsString,
  rule: parseAsString,
  mode: parseAsStringLiteral(HANDOFF_MODES),
  workflow: parseAsString,
  compare: parseAsComparison.withDefault("before"),
};

export type SavingsViewParams = inferParserType<typeof savingsViewParams>;

/**
 * Converts the URL's parameters to a query input.
 *
 * @param timeZone from the URL, the cookie, or neither.
 */
export function toSavingsView(params: SavingsViewParams, timeZone: string): SavingsView {
  return {
    range: params.range,
    tz: timeZone,
    agent: params.agent ?? undefined,
    from: params.from ?? undefined,
    to: params.to ?? undefined,
    rule: params.rule ?? undefined,
    mode: params.mode ?? undefined,
    workflow: params.workflow ?? undefined,
    compare: ["before", "none"].includes(params.compare) ? undefined : params.compare,
  };
}
