import { TabNav } from "@baton/ui/primitives/tabs";
import { addressOf } from "@/frame/pages";

/** The two pages of artifacts. */
export function ArtifactsNav({
  workspace,
  current,
}: {
  workspace: string;
  current: "manifests" | "rollout";
}) {
  return (
    <TabNav
      label="Artifacts"
      items={[
        {
          href: addressOf(workspace, "manifests"),
          label: "Manifests",
          isCurrent: current === "manifests",
        },
        {
          href: addressOf(workspace, "manifests", "rollout"),
          label: "Rollout",
          isCurrent: current === "rollout",
        },
      ]}
    />
  );
}
