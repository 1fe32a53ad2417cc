import type { SavingsView } from "@/server/inputs";
import type { RouterOutputs } from "@/server/root";

/** Props of each panel over manifests and tasks. */
export interface ArtifactPanelProps {
  workspace: string;
  view: SavingsView;
  savings: RouterOutputs["overview"]["savings"];
  artifacts: RouterOutputs["savings"]["artifacts"];
}
