import { renderAgentTemplate } from "./agent-template";
import {
  renderFeatureListTemplate,
  renderManifestTemplate,
  renderPhaseResultTemplate,
  renderTaskTemplate,
} from "./artifact-templates";
import { renderHandoffTemplate, renderIndexTemplate } from "./handoff-template";
import { renderProgressTemplate } from "./progress-template";
import { renderTeammateTemplate } from "./teammate-template";

export { renderHandoffTemplate } from "./handoff-template";
export { HOOK_SETTINGS } from "./hook-settings";
export {
  type MergedText,
  mergeHooks,
  mergeSection,
  mergeText,
  removeHooks,
  removeText,
} from "./merge-template";
export { POLICY_TEMPLATE, SWITCH_TEMPLATE } from "./policy-template";

export interface Template {
  /** File name. */
  fileName: string;
  /** Its text, which ends with a line feed. */
  render(): string;
}

/** Instructions for agents, and documents that they fill in. */
export const TEMPLATES = {
  agent: { fileName: "agent.md", render: renderAgentTemplate },
  teammate: { fileName: "teammate.md", render: renderTeammateTemplate },
  handoff: { fileName: "handoff.md", render: renderHandoffTemplate },
  index: { fileName: "index.md", render: renderIndexTemplate },
  progress: { fileName: "progress.json", render: renderProgressTemplate },
  manifest: { fileName: "manifest.json", render: renderManifestTemplate },
  task: { fileName: "task.json", render: renderTaskTemplate },
  features: { fileName: "feature_list.json", render: renderFeatureListTemplate },
  result: { fileName: "phase-results.md", render: renderPhaseResultTemplate },
} satisfies Record<string, Template>;
