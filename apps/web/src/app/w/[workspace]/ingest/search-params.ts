import {
  createSearchParamsCache,
  type inferParserType,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import type { RouterInputs } from "@/server/root";

/** What the quarantine is narrowed to, as it stands in the address. */
export const quarantineParams = {
  reason: parseAsString,
  source: parseAsInteger,
  lines: parseAsStringLiteral(["replayed"]),
};

export const quarantineParamsCache = createSearchParamsCache(quarantineParams);

export type QuarantineParams = inferParserType<typeof quarantineParams>;

/** What to ask for, from what stands in the address. */
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
