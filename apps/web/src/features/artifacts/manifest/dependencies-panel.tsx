import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { TextLink } from "@baton/ui/primitives/text-link";
import { Check, TriangleAlert } from "lucide-react";
import { ListRest } from "@/frame/list-rest";
import { addressOf } from "@/frame/pages";
import type { RouterOutputs } from "@/server/root";

type Dependencies = RouterOutputs["manifests"]["get"]["dependencies"];

/** Shows the earlier manifests it builds on, and its constraints that no later one names. */
export function DependenciesPanel({
  workspace,
  dependencies: found,
}: {
  workspace: string;
  dependencies: Dependencies;
}) {
  if (found === null || found.dependencies.count + found.uncovered.count === 0) return null;
  return (
    <Panel aria-label="Dependencies">
      <PanelHead title="Dependencies" />
      <PanelBody className="flex flex-col gap-4">
        {found.dependencies.count > 0 && (
          <ul className="flex flex-col gap-2.5" aria-label="Builds on">
            {found.dependencies.first.map(({ agent, part, requirement, index, target }) => (
              <li key={index}>
                <span>{requirement}</span>
                <span className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-text-2">
                  {target ? (
                    <Badge tone="ok" icon={<Check aria-hidden />}>
                      resolved
                    </Badge>
                  ) : (
                    <Badge tone="warn" icon={<TriangleAlert aria-hidden />}>
                      unresolved
                    </Badge>
                  )}
                  <code>
                    {agent}
                    {part !== "" && ` ${part}`}
                  </code>
                  {target ? (
                    <TextLink href={addressOf(workspace, "manifests", target.manifestId)}>
                      {target.scope ?? "its manifest"}
                    </TextLink>
                  ) : (
                    "has no earlier manifest in this project"
                  )}
                </span>
              </li>
            ))}
            <ListRest of={found.dependencies} />
          </ul>
        )}
        {found.uncovered.count > 0 && (
          <section aria-label="Uncovered constraints">
            <h3 className="mb-1">Constraints missing from later manifests</h3>
            <ul className="flex list-disc flex-col gap-1 pl-5">
              {found.uncovered.first.map(({ constraint, index }) => (
                <li key={index}>{constraint}</li>
              ))}
              <ListRest of={found.uncovered} />
            </ul>
          </section>
        )}
      </PanelBody>
    </Panel>
  );
}
