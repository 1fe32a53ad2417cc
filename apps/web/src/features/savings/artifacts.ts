import type { SavingsView } from "@/server/inputs";
import type { RouterOutputs } from "@/server/root";

/** What each panel over manifests and tasks draws. */
export interface ArtifactPanelProps {
  workspace: string;
  view: SavingsView;
  savings: RouterOutputs["overview"]["savings"];
  artifacts: RouterOutputs["savings"]["artifacts"];
}
