import { TabNav } from "@baton/ui/primitives/tabs";
import { addressOf } from "@/frame/pages";

const TABS = [
  { id: "manifests", label: "Manifests", parts: ["manifests"] },
  { id: "tasks", label: "Tasks", parts: ["tasks"] },
  { id: "documents", label: "Documents", parts: ["documents"] },
  { id: "memory", label: "Memory", parts: ["memory"] },
  { id: "rollout", label: "Rollout", parts: ["manifests", "rollout"] },
] as const;

type ArtifactsNavProps = { workspace: string; current: (typeof TABS)[number]["id"] };

/** Links the pages of documents that agents pass to each other. */
export function ArtifactsNav({ workspace, current }: ArtifactsNavProps) {
  return (
    <TabNav
      label="Artifacts"
      items={TABS.map(({ id, label, parts }) => ({
        href: addressOf(workspace, ...parts),
        label,
        isCurrent: id === current,
      }))}
    />
  );
}
