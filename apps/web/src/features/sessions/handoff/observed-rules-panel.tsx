import { formatCount, formatCountOf } from "@baton/ui/format/number";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { Name } from "@baton/ui/primitives/name";
import { TextLink } from "@baton/ui/primitives/text-link";
import { Eye } from "lucide-react";
import { fieldAddress } from "@/features/sessions/lineage/addresses";
import { SubjectLink } from "@/features/traffic/subject-link";
import { ListRest } from "@/frame/list-rest";
import { addressOf } from "@/frame/pages";
import type { RouterOutputs } from "@/server/root";

type Found = RouterOutputs["handoffs"]["get"];
type Observed = NonNullable<Found["observed"]>;
type Address = { workspace: string; session: string };

export type ObservedRulesPanelProps = { observed: Observed; handoff: Found["handoff"]; address: Address };

/** Shows what rules that only observe, or an observed version, would have changed in this handoff. */
export function ObservedRulesPanel({ observed, handoff, address }: ObservedRulesPanelProps) {
  const { ruleIds, mode, tokens, version, wouldRemove, wouldPass } = observed;
  const less = handoff.afterTokens === null || tokens === null ? 0 : handoff.afterTokens - tokens;
  return (
    <Panel aria-label={version === null ? "Observed rules" : "Observed version"}>
      <PanelHead
        title={version === null ? "Observed rules" : "Observed version"}
        note={
          <Badge tone="accent" icon={<Eye aria-hidden />}>
            changed nothing
          </Badge>
        }
      />
      <PanelBody className="flex flex-col gap-3">
        {version !== null && (
          <p className="text-text-2">
            This version was being released in steps:{" "}
            <TextLink href={`${addressOf(address.workspace, "policies")}?version=${version}`}>
              {version.slice(0, 12)}
            </TextLink>
          </p>
        )}
        <ul aria-label="Rules" className="flex flex-wrap gap-x-2">
          {ruleIds.first.map((ruleId) => (
            <li key={ruleId}>
              <SubjectLink kind="rules" name={ruleId} />
            </li>
          ))}
          <ListRest of={ruleIds} />
        </ul>
        <p>
          If enforced: mode {mode}
          {tokens !== null && `, ${formatCountOf(tokens, "token")}`}
          {less !== 0 && `, ${formatCount(Math.abs(less))} ${less > 0 ? "less" : "more"}`}.
        </p>
        <Paths title="Would remove" paths={wouldRemove} address={address} />
        <Paths title="Would pass" paths={wouldPass} address={address} />
        {wouldRemove.count + wouldPass.count === 0 && (
          <p className="text-text-2">The same fields would pass.</p>
        )}
      </PanelBody>
    </Panel>
  );
}

function Paths({
  title,
  paths,
  address,
}: {
  title: string;
  paths: Observed["wouldRemove"];
  address: Address;
}) {
  if (paths.count === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="mb-1 font-medium text-sm text-text-2">
        {title}: {formatCountOf(paths.count, "field")}
      </h3>
      <ul className="flex flex-col gap-1">
        {paths.first.map((path) => (
          <li key={path}>
            <TextLink href={fieldAddress(address, path)}>
              <Name isCode isWhole>
                {path}
              </Name>
            </TextLink>
          </li>
        ))}
        <ListRest of={paths} />
      </ul>
    </section>
  );
}
