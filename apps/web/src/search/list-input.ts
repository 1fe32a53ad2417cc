import { createParser } from "nuqs/server";

/** Parses the text that a list is searched for; an empty one searches nothing. */
export const parseAsSearch = createParser({
  parse: (text) => text || null,
  serialize: (search: string) => search,
});

type WithoutNulls<Params> = { [Key in keyof Params]?: NonNullable<Params[Key]> };

/** Converts the URL parameters of a list to the input of its query, without those that are not set. */
export function toListInput<Params extends object>(workspace: string, params: Params) {
  return { workspace, ...withoutNulls(params) };
}

function withoutNulls<Params extends object>(params: Params): WithoutNulls<Params> {
  const set: WithoutNulls<Params> = {};
  for (const key in params) {
    const value = params[key];
    if (value !== null && value !== undefined) set[key] = value;
  }
  return set;
}
