import {
  createSearchParamsCache,
  type inferParserType,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import type { RouterInputs } from "@/server/root";

/** Filters of the quarantine, as in the URL. */
export const quarantineParams = {
  reason: parseAsString,
  source: parseAsInteger,
  lines: parseAsStringLiteral(["replayed"]),
};

export const quarantineParamsCache = createSearchParamsCache(quarantineParams);

export type QuarantineParams = inferParserType<typeof quarantineParams>;

/** Converts the URL's parameters to a query input. */
export function toQuarantineInput(
  workspace: string,
  { reason, source, lines }: QuarantineParams,
): Omit<RouterInputs["ingest"]["quarantine"], "cursor"> {
  return {
    workspace,
    code: reason ?? undefined,
    sourceId: source ?? undefined,
    isReplayed: lines === "replayed" || undefined,
  };
}
