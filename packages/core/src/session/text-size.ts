import { countTokens } from "../tokens/count-tokens";
import type { HandoffFacts } from "./session-record";

/** Returns the size of a text that an agent received, as Baton counts it; unknown without a text. */
export function textSize(
  text: string | null | undefined,
): Pick<HandoffFacts, "afterTokens" | "measureAfter"> {
  return text == null
    ? { afterTokens: null, measureAfter: null }
    : { afterTokens: countTokens(text), measureAfter: "counted" };
}
