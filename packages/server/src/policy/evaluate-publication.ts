import type { PolicySwitch } from "@baton/core";
import { groupBy } from "@baton/core/internal";
import { type PolicyDiff, switchSetting } from "@baton/core/policy";
import { z } from "zod";

/**
 * Reason why a policy may be published: another owner approved it, its author may approve it, it is
 * stricter-only (and reviewed later), an owner rolled back to an earlier version (reviewed later), or the CLI
 * imported it without review.
 */
export const PUBLICATION_GROUNDS = [
  "approved",
  "own_approval",
  "stricter_only",
  "rollback",
  "imported",
] as const;
export type PublicationGround = (typeof PUBLICATION_GROUNDS)[number];
/** The grounds for publishing a draft. */
export type DraftGround = Exclude<PublicationGround, "rollback" | "imported">;

/** A user's confirmation that a field newly passes, with the reason. */
export const Acknowledgement = z.object({
  field: z.string(),
  reason: z.string().trim().min(1).max(500),
});
export type Acknowledgement = z.infer<typeof Acknowledgement>;

/** A field that will newly pass, and between whom. */
export interface NewlyLetThrough {
  readonly field: string;
  readonly pairs: readonly { from: string; to: string }[];
}

/** Represents all removed fields if a change turns enforcement off. */
const EVERYTHING_HELD_BACK = "everything blocked now";

/** Requirements that a draft does not meet yet. */
const PUBLICATION_OBSTACLES = [
  "policy_refused",
  "nothing_changed",
  "outdated",
  "release_running",
  "rejected",
  "approval_missing",
  "field_not_acknowledged",
] as const;

export interface PublicationObstacle {
  readonly code: (typeof PUBLICATION_OBSTACLES)[number];
  /** For users. */
  readonly message: string;
}

export interface PublicationVerdict {
  /** Null if something is missing. */
  readonly ground: DraftGround | null;
  readonly obstacles: readonly PublicationObstacle[];
  /** Fields to acknowledge. */
  readonly newlyLetThrough: readonly NewlyLetThrough[];
  readonly isStricterOnly: boolean;
  /** Reason why the change is not verified as stricter-only; null if it is. */
  readonly loosening: string | null;
}

/** A draft to publish, with its reviews. */
export interface PublicationRequest {
  /** From the live policy to the draft. */
  readonly diff: Pick<PolicyDiff, "pairs" | "isStricterOnly" | "loosening">;
  /** Null if no policy is live yet. */
  readonly switchBefore: PolicySwitch | null;
  readonly switchAfter: PolicySwitch;
  readonly isChanged: boolean;
  /** True if another version was published after the draft started. */
  readonly isOutdated: boolean;
  /** True if another version is released in steps: its candidate would be lost. */
  readonly isReleaseRunning: boolean;
  /** True if a reviewer requested changes of the last revision and did not withdraw that. */
  readonly isRejected: boolean;
  /** Users who saved a revision of it. */
  readonly authorIds: readonly string[];
  /** Users who approved the last revision and did not withdraw that. */
  readonly approverIds: readonly string[];
  readonly publisherId: string;
  /** True if authors may approve their own drafts. */
  readonly mayApproveOwn: boolean;
  readonly acknowledged: readonly Acknowledgement[];
}

/**
 * Decides if a parsed draft can be published, for which reason, and what is missing.
 *
 * An approval counts if its author did not edit the draft; with `mayApproveOwn`, publishing is enough. A
 * change verified as stricter-only needs no approval.
 */
export function evaluatePublication(request: PublicationRequest): PublicationVerdict {
  const newlyLetThrough = listNewlyLetThrough(request);
  const loosening = findSwitchLoosening(request) ?? request.diff.loosening;
  const isStricterOnly = loosening === null && request.diff.isStricterOnly;
  const ground = findGround(request, isStricterOnly);
  const obstacles: PublicationObstacle[] = [];
  if (!request.isChanged) {
    obstacles.push({ code: "nothing_changed", message: "The draft is identical to the live version." });
  }
  if (request.isOutdated) {
    const message = "Another version has been published since. Merge it into the draft first.";
    obstacles.push({ code: "outdated", message });
  }
  if (request.isReleaseRunning) {
    const message = "Another version is being released in steps. Finish or stop its release first.";
    obstacles.push({ code: "release_running", message });
  }
  if (request.isRejected) {
    obstacles.push({ code: "rejected", message: "A reviewer requested changes to this revision." });
  } else if (ground === null) {
    const message = "An owner who did not edit this revision must approve it first.";
    obstacles.push({ code: "approval_missing", message });
  }
  for (const { field } of newlyLetThrough) {
    if (request.acknowledged.some((one) => one.field === field && one.reason.trim() !== "")) continue;
    const message = `“${field}” newly passes. Acknowledge it with a reason.`;
    obstacles.push({ code: "field_not_acknowledged", message });
  }
  return {
    ground: obstacles.length === 0 ? ground : null,
    obstacles,
    newlyLetThrough,
    isStricterOnly,
    loosening,
  };
}

function findGround(request: PublicationRequest, isStricterOnly: boolean): DraftGround | null {
  const { authorIds, approverIds } = request;
  if (approverIds.some((id) => !authorIds.includes(id))) return "approved";
  if (request.mayApproveOwn) return "own_approval";
  return isStricterOnly ? "stricter_only" : null;
}

/** Only enforcement removes fields, so turning it off passes everything. */
function findSwitchLoosening({ switchBefore, switchAfter }: PublicationRequest): string | null {
  const wasEnforced = switchBefore !== null && switchSetting(switchBefore) === "enforce";
  const setting = switchSetting(switchAfter);
  if (!wasEnforced || setting === "enforce") return null;
  return `the switch goes from enforce to ${setting}`;
}

function listNewlyLetThrough(request: PublicationRequest): NewlyLetThrough[] {
  const passing = request.diff.pairs.flatMap(({ from, to, newlyLetThrough }) =>
    newlyLetThrough.map(({ field }) => ({ field, pair: { from, to } })),
  );
  const fields = [...groupBy(passing, ({ field }) => field)].map(([field, each]) => ({
    field,
    pairs: each.map(({ pair }) => pair),
  }));
  const isSwitched = findSwitchLoosening(request) !== null;
  return isSwitched ? [{ field: EVERYTHING_HELD_BACK, pairs: [] }, ...fields] : fields;
}
