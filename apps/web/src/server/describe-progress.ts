import type { listHandoffProgress } from "@baton/db";
import { keepFirst } from "./keep-first";

type ProgressFile = Awaited<ReturnType<typeof listHandoffProgress>>[number];

/** Describes a progress file. */
export function describeProgress({ details, ...file }: ProgressFile) {
  return { ...file, details: details && describeDetails(details) };
}

function describeDetails(details: NonNullable<ProgressFile["details"]>) {
  switch (details.kind) {
    case "objectives":
      return {
        ...details,
        objectives: keepFirst(details.objectives),
        approaches: keepFirst(details.approaches),
      };
    case "features":
      return { ...details, features: keepFirst(details.features) };
    case "phase_result":
      return details;
  }
}
