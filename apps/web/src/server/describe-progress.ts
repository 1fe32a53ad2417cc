import type { listHandoffProgress } from "@baton/db";
import { keepFirst } from "./keep-first";

type ProgressFile = Awaited<ReturnType<typeof listHandoffProgress>>[number];

/** Objectives, features and approaches of one file that are listed. */
const MOST_LISTED = 100;

/** Describes a progress file, up to the display limits. */
export function describeProgress({ details, ...file }: ProgressFile) {
  return { ...file, details: details && describeDetails(details) };
}

function describeDetails(details: NonNullable<ProgressFile["details"]>) {
  switch (details.kind) {
    case "objectives":
      return {
        ...details,
        objectives: keepFirst(details.objectives, MOST_LISTED),
        approaches: keepFirst(details.approaches, MOST_LISTED),
      };
    case "features":
      return { ...details, features: keepFirst(details.features, MOST_LISTED) };
    case "phase_result":
      return details;
  }
}
