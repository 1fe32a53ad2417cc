import type { inferParserType } from "nuqs/server";
import type { RouterInputs } from "@/server/root";
import type { sessionListParams } from "./search-params";

/** Converts the URL's parameters to a query input. */
export function toListInput(
  workspace: string,
  params: inferParserType<typeof sessionListParams>,
): Omit<RouterInputs["sessions"]["list"], "cursor"> {
  return {
    workspace,
    search: params.search || undefined,
    sort: params.sort,
    range: params.range ?? undefined,
    tz: params.tz ?? undefined,
    agent: params.agent ?? undefined,
    from: params.from ?? undefined,
    to: params.to ?? undefined,
    rule: params.rule ?? undefined,
    mode: params.mode ?? undefined,
    violation: params.violation ?? undefined,
    leak: params.leak ?? undefined,
  };
}
