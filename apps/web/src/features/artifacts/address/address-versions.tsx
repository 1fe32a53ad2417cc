import { artifactAddress } from "@baton/core/manifest";
import { formatDateTime } from "@baton/ui/format/time";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { Button } from "@baton/ui/primitives/button";
import { TextLink } from "@baton/ui/primitives/text-link";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import { pageOfArtifact } from "./artifact-link";

type Version = RouterOutputs["manifests"]["open"]["versions"][number];

interface AddressVersionsProps {
  workspace: string;
  versions: readonly Version[];
  /** Number of the shown version, and of the one that it is compared with. */
  current: number | null;
  against: number | null;
  onCompare: (number: number) => void;
}

/** Lists the versions of an artifact by address and content. */
export function AddressVersions({ workspace, versions, current, against, onCompare }: AddressVersionsProps) {
  const timeZone = useTimeZone();
  return (
    <Panel aria-label="Versions">
      <PanelHead title="Versions" note="newest first" />
      <PanelBody>
        <ol aria-label="Versions" className="flex flex-col divide-y divide-line">
          {versions.map((version) => {
            const { number, fromAgent: agent, scope, sha256, writtenAt } = version;
            const artifact = agent !== null && scope !== null ? { agent, scope } : null;
            return (
              <li key={version.manifestId} className="flex flex-col gap-1 py-2.5">
                <span className="flex flex-wrap items-center gap-2">
                  {artifact ? (
                    <TextLink href={pageOfArtifact(workspace, artifact, number)}>
                      <code className="[overflow-wrap:anywhere]">{artifactAddress(artifact, number)}</code>
                    </TextLink>
                  ) : (
                    `Version ${number}`
                  )}
                  {number === current && <Badge tone="accent">this one</Badge>}
                </span>
                <span className="text-sm text-text-3">{formatDateTime(writtenAt, timeZone)}</span>
                <code className="text-text-3 text-xs [overflow-wrap:anywhere]">SHA-256 {sha256}</code>
                {number !== current && (
                  <Button
                    size="sm"
                    className="self-start"
                    aria-pressed={number === against}
                    onClick={() => onCompare(number)}
                  >
                    Compare with version {number}
                  </Button>
                )}
              </li>
            );
          })}
        </ol>
      </PanelBody>
    </Panel>
  );
}
