import { TabNav } from "@baton/ui/primitives/tabs";
import { SUBJECTS, type SubjectKind, subjectAddress } from "./subject";

const KINDS = ["fields", "agents", "pairs", "rules", "workflows"] as const satisfies readonly SubjectKind[];

/** Shows tabs for the lists of fields, agents, pairs, rules and workflows. */
export function SubjectNav({ workspace, current }: { workspace: string; current: SubjectKind }) {
  return (
    <TabNav
      label="Lineage"
      items={KINDS.map((kind) => ({
        href: subjectAddress(workspace, kind),
        label: SUBJECTS[kind].many,
        isCurrent: kind === current,
      }))}
    />
  );
}
