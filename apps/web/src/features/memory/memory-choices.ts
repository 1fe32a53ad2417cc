import { type FilterChoice, toNameOptions, toOptions } from "@/frame/filter-selects";
import type { RouterOutputs } from "@/server/root";

/** Returns the filters of memories, one choice per kind. */
export function memoryChoices({
  sources,
  authors,
  tags,
  fields,
  readers,
}: Partial<RouterOutputs["memory"]["facets"]> = {}): FilterChoice<
  "source" | "author" | "tag" | "field" | "reader" | "state"
>[] {
  return [
    { key: "source", label: "Source", any: "Any source", ...toNameOptions(sources) },
    { key: "author", label: "Author", any: "Any agent", ...toNameOptions(authors) },
    { key: "field", label: "Field", any: "Any field", ...toNameOptions(fields) },
    { key: "tag", label: "Tag", any: "Any tag", ...toNameOptions(tags) },
    { key: "reader", label: "Reader", any: "Any agent", ...toNameOptions(readers) },
    { key: "state", label: "State", any: "Any", options: toOptions(["valid", "expired"]) },
  ];
}
