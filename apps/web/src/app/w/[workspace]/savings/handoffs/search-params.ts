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

/** Parses a bar of a chart: a day or an hour. */
const parseAsBucket = createParser({
  parse: (text) => (isBucketKey(text) ? text : null),
  serialize: (key: string) => key,
});

/** Filters of the list, in addition to those of a savings page. */
export const savedHandoffsParams = {
  ...savingsViewParams,
  at: parseAsBucket,
  cause: parseAsStringLiteral(CAUSES),
  observed: parseAsBoolean,
};

export const loadSavedHandoffsParams = createLoader(savedHandoffsParams);

/** Converts the URL's parameters to a query input. */
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
