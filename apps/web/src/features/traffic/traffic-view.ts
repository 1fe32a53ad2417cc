import type { RouterInputs } from "@/server/root";

/** A period, and a field, agent, pair or rule whose traffic it selects. */
export type TrafficView = Omit<RouterInputs["traffic"]["fields"], "workspace">;

export interface TrafficProps {
  workspace: string;
  view: TrafficView;
}
