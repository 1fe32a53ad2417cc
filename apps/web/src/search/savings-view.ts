import { HANDOFF_MODES } from "@baton/core";
import { type inferParserType, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { z } from "zod";
import { DEFAULT_RANGE, parseAsRange, Range } from "./range";
import { parseAsTimeZone, TimeZone } from "./time-zone";

/** Which savings a page looks at: a range, and what it is narrowed to. An empty `rule` means "no rule, the default applied". */
export const SavingsView = z.object({
  range: Range,
  tz: TimeZone,
  agent: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  rule: z.string().optional(),
  mode: z.enum(HANDOFF_MODES).optional(),
});
export type SavingsView = z.infer<typeof SavingsView>;

/** The same as it stands in the address. */
export const savingsViewParams = {
  range: parseAsRange.withDefault(DEFAULT_RANGE),
  tz: parseAsTimeZone,
  agent: parseAsString,
  from: parseAsString,
  to: parseAsString,
  rule: parseAsString,
  mode: parseAsStringLiteral(HANDOFF_MODES),
};

export type SavingsViewParams = inferParserType<typeof savingsViewParams>;

/**
 * What to ask for, from what stands in the address.
 *
 * @param timeZone of the address, the cookie, or neither.
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
  };
}
