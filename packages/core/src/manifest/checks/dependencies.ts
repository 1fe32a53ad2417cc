import { manifestFinding } from "../manifest-finding";
import { readDependency } from "../resolve-dependencies";
import type { Check } from "./check";

export const checkDependencies: Check = ({ view, unresolved }) =>
  view.dependencies_satisfied.flatMap((text, index) => {
    if (text === null) return [];
    const place = ["dependencies_satisfied", index];
    const dependency = readDependency(text);
    if (dependency === null) {
      return [
        manifestFinding("dependency_format", place, "the entry is not written as `agent: requirement`"),
      ];
    }
    if (!unresolved?.has(index)) return [];
    return [manifestFinding("unresolved_dependency", place, describeUnresolved(dependency.agent))];
  });

/** Describes a dependency on an agent without an earlier manifest. */
export function describeUnresolved(agent: string): string {
  return `no earlier manifest is from \`${agent}\``;
}
