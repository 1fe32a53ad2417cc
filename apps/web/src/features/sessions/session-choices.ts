import { formatCount } from "@baton/ui/format/number";
import { isolateName } from "@baton/ui/format/readable-name";
import type { FilterChoice } from "@/frame/filter-selects";
import { nameFormat } from "@/frame/name-format";
import type { RouterOutputs } from "@/server/root";
import { KIND_LOOKS } from "./handoff/handoff-kinds";

type Facets = RouterOutputs["sessions"]["facets"];

/** Returns the filters of sessions, one choice per kind. */
export function sessionChoices({
  agents = [],
  rules = [],
  workflows = [],
  formats = [],
  projects = [],
  kinds = [],
}: Partial<Facets> = {}): FilterChoice<"agent" | "rule" | "workflow" | "kind" | "format" | "project">[] {
  return [
    { key: "agent", label: "Agent", any: "Any agent", options: counted(agents) },
    { key: "rule", label: "Rule", any: "Any rule", options: counted(rules) },
    { key: "workflow", label: "Workflow", any: "Any workflow", options: counted(workflows) },
    {
      key: "kind",
      label: "Kind of handoff",
      any: "Any kind",
      options: counted(kinds, nameKind),
    },
    { key: "format", label: "Source", any: "Any source", options: counted(formats, nameFormat) },
    { key: "project", label: "Project", any: "Any project", options: counted(projects) },
  ];
}

function nameKind(name: string): string {
  const [, look] = Object.entries(KIND_LOOKS).find(([kind]) => kind === name) ?? [];
  return look?.word ?? name;
}

function counted(values: Facets["formats"], nameOf: (name: string) => string = isolateName) {
  return values.map(({ name, count }) => ({ value: name, label: `${nameOf(name)} (${formatCount(count)})` }));
}
