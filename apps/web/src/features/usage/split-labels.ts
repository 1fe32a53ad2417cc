import type { UsageSplit } from "@/search/usage-params";

/** Labels of the splits of the usage page. */
export const SPLIT_LABELS: Record<UsageSplit, string> = {
  model: "Model",
  agent: "Agent",
  person: "Person",
  folder: "Project folder",
  repository: "Repository",
  branch: "Branch",
  session: "Session",
};
