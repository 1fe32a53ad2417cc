import { TabNav } from "@baton/ui/primitives/tabs";
import { SUBJECTS, type SubjectKind, subjectAddress } from "./subject";

const KINDS = ["fields", "agents", "pairs", "rules", "workflows"] as const satisfies readonly SubjectKind[];

/** Links the lists of what handoffs are about. */
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
