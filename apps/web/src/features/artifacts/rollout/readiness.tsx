import { MIN_READINESS_MANIFESTS } from "@baton/server/rollout";
import { Badge } from "@baton/ui/primitives/badge";
import { TextLink } from "@baton/ui/primitives/text-link";
import { Check, CircleAlert, Hourglass, ShieldCheck } from "lucide-react";
import { addressOf } from "@/frame/pages";
import type { RouterOutputs } from "@/server/root";

export type AgentRecord = RouterOutputs["rollout"]["get"]["agents"][number];

/** Shows whether an agent is ready for the enforce phase, and the obstacles. */
export function Readiness({ workspace, record }: { workspace: string; record: AgentRecord }) {
  const { readiness, errors, agent } = record;
  if (readiness === "ready") {
    return (
      <Badge tone="ok" icon={<Check aria-hidden />}>
        ready
      </Badge>
    );
  }
  if (readiness === "enforced" && errors.length === 0) {
    return <Badge icon={<ShieldCheck aria-hidden />}>enforced</Badge>;
  }
  if (readiness === "too_few") {
    return (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone="muted" icon={<Hourglass aria-hidden />}>
          not yet
        </Badge>
        <span className="text-text-2">{describeWarning(record)}</span>
      </span>
    );
  }
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone="danger" icon={<CircleAlert aria-hidden />}>
        {readiness === "enforced" ? "enforced, with errors" : "not yet"}
      </Badge>
      {errors.map(({ code, manifestCount }) => (
        <TextLink
          key={code}
          className="[overflow-wrap:anywhere]"
          href={`${addressOf(workspace, "manifests")}?${new URLSearchParams({ agent, finding: code })}`}
        >
          <code>{code}</code> in {manifestCount}
        </TextLink>
      ))}
    </span>
  );
}

/** Describes the effect of enforcing an agent's manifests now; null if nothing would stop. */
export function describeWarning({ manifestCount, compliantCount }: AgentRecord): string | null {
  const stopped = manifestCount - compliantCount;
  if (stopped > 0) {
    return `${stopped} of its last ${manifestCount} ${manifestCount === 1 ? "manifest" : "manifests"} would have stopped the workflow.`;
  }
  if (manifestCount >= MIN_READINESS_MANIFESTS) return null;
  const written = manifestCount === 0 ? "No manifest" : `${manifestCount} without an error`;
  return `${written} so far; needs ${MIN_READINESS_MANIFESTS} in a row.`;
}
