import { CAUSES } from "@baton/core";
import {
  createLoader,
  createParser,
  type inferParserType,
  parseAsBoolean,
  parseAsStringLiteral,
} from "nuqs/server";
import { isBucketKey } from "@/search/range";
import { savingsViewParams, toSavingsView } from "@/search/savings-view";
import type { RouterInputs } from "@/server/root";

/** One bar of a chart: a day, or an hour of it. */
const parseAsBucket = createParser({
  parse: (text) => (isBucketKey(text) ? text : null),
  serialize: (key: string) => key,
});

/** What the list is narrowed to beyond what a page of savings is. */
export const savedHandoffsParams = {
  ...savingsViewParams,
  at: parseAsBucket,
  cause: parseAsStringLiteral(CAUSES),
  observed: parseAsBoolean,
};

export const loadSavedHandoffsParams = createLoader(savedHandoffsParams);

/** What to ask for, from what stands in the address. */
export function toListInput(
  workspace: string,
  params: inferParserType<typeof savedHandoffsParams>,
  timeZone: string,
): Omit<RouterInputs["savings"]["handoffs"], "cursor"> {
  return {
    workspace,
    ...toSavingsView(params, timeZone),
    at: params.at ?? undefined,
    cause: params.cause ?? undefined,
    observed: params.observed || undefined,
  };
}
