import { type FilterChoice, toNameOptions, toOptions } from "@/frame/filter-selects";
import type { RouterOutputs } from "@/server/root";

/** Returns the filters of the log: the actor, and the action or all actions of a kind. */
export function auditChoices({
  actors,
  actions,
}: Partial<RouterOutputs["audit"]["facets"]> = {}): FilterChoice<"actor" | "action">[] {
  const names = actions?.names ?? [];
  const kinds = [...new Set(names.map((action) => action.split(".", 1)[0] ?? action))];
  return [
    { key: "actor", label: "Actor", any: "Any actor", ...toNameOptions(actors) },
    {
      key: "action",
      label: "Action",
      any: "Any action",
      options: [...kinds.map((kind) => ({ value: kind, label: `${kind} (all)` })), ...toOptions(names)],
    },
  ];
}
