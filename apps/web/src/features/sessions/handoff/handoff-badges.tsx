import { Badge } from "@baton/ui/primitives/badge";
import { Meter } from "@baton/ui/primitives/meter";
import { Check, CircleHelp, Eye, GitCompareArrows, ShieldAlert, TriangleAlert } from "lucide-react";
import type { RouterOutputs } from "@/server/root";
import { isGoverned, KindBadge } from "./handoff-kinds";
import { isObserved } from "./observed";

type Handoff = RouterOutputs["handoffs"]["get"]["handoff"];

/** Permissiveness of each mode, in three steps. */
export const MODE_LEVELS = { full: 3, scoped: 2, minimal: 1 } as const;

/** Shows the mode as a word and a level; dashed if no rule chose it. */
export function ModeBadge({ mode, isDefault }: { mode: keyof typeof MODE_LEVELS; isDefault: boolean }) {
  return (
    <Badge tone={isDefault ? "dashed" : "neutral"} icon={<Meter filled={MODE_LEVELS[mode]} />}>
      {mode}
    </Badge>
  );
}

/** Shows a handoff at a glance: mode, missing rule, kind, and scoping state. */
export function HandoffBadges({
  handoff,
}: {
  handoff: Pick<Handoff, "kind" | "mode" | "ruleId" | "scopingState">;
}) {
  const isDefault = isGoverned(handoff.kind) && handoff.ruleId === null;
  return (
    <>
      {handoff.mode && <ModeBadge mode={handoff.mode} isDefault={isDefault} />}
      {isDefault && <NoRuleBadge />}
      {handoff.kind !== "context" && <KindBadge kind={handoff.kind} />}
      {isObserved(handoff) && <ObservedBadge>observe mode</ObservedBadge>}
      {handoff.scopingState === "denied_rule" && (
        <Badge tone="danger" icon={<ShieldAlert aria-hidden />}>
          denied, nothing passed
        </Badge>
      )}
      {handoff.scopingState === "fallback_minus_blocked" && (
        <Badge tone="danger" icon={<ShieldAlert aria-hidden />}>
          scoping failed, blocked fields removed
        </Badge>
      )}
      {handoff.scopingState === "denied_error" && (
        <Badge tone="danger" icon={<ShieldAlert aria-hidden />}>
          scoping failed, nothing passed
        </Badge>
      )}
    </>
  );
}

/** Marks that no rule names the pair, so the policy's default applied. */
export function NoRuleBadge() {
  return (
    <Badge tone="warn" icon={<TriangleAlert aria-hidden />}>
      no rule
    </Badge>
  );
}

/** Marks that the policy was only observed, so everything passed. */
export function ObservedBadge({ children = "observed" }: { children?: string }) {
  return (
    <Badge tone="accent" icon={<Eye aria-hidden />}>
      {children}
    </Badge>
  );
}

/**
 * Shows whether a handoff complied with its policy; null: the policy is
 * unknown, or the check is pending.
 */
export function ViolationBadge({ handoff }: { handoff: Pick<Handoff, "enforcement" | "scopingState"> }) {
  const { enforcement } = handoff;
  if (enforcement === "followed") {
    // Everything passed regardless of the rules, and another badge already shows observe mode.
    if (isObserved(handoff)) return null;
    return (
      <Badge tone="ok" icon={<Check aria-hidden />}>
        {" "}
        matches policy{" "}
      </Badge>
    );
  }
  if (enforcement === "differs") {
    return (
      <Badge tone="danger" icon={<GitCompareArrows aria-hidden />}>
        {" "}
        violates policy{" "}
      </Badge>
    );
  }
  return (
    <Badge tone="muted" icon={<CircleHelp aria-hidden />}>
      {enforcement === null ? "unknown policy" : "not checkable"}
    </Badge>
  );
}
