import { parseTimestamp } from "@baton/core/internal";
import { InvalidArgumentError, Option } from "commander";

/** `--now <time>`: sets a command's clock, in milliseconds since 1970, so that a run can be repeated. */
export function createNowOption(purpose = "time at which rule expiry is checked"): Option {
  return new Option("--now <time>", `${purpose}, in ISO 8601 (default: now)`).argParser(parseNow);
}

function parseNow(text: string): number {
  const parsed = parseTimestamp(text, Number.POSITIVE_INFINITY);
  if (parsed.ok) return parsed.milliseconds;
  throw new InvalidArgumentError(`${parsed.reason}.`);
}
