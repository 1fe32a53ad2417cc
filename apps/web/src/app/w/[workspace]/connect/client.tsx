"use client";

import { PageHead } from "@baton/ui/layout/page-head";
import { Panel, PanelBody, PanelFoot } from "@baton/ui/layout/panel";
import { TabNav } from "@baton/ui/primitives/tabs";
import { TextLink } from "@baton/ui/primitives/text-link";
import { useQuery } from "@tanstack/react-query";
import { AddFolder } from "@/features/connect/add-folder";
import { Arrivals } from "@/features/connect/arrivals";
import { RuntimeSteps } from "@/features/connect/runtime-steps";
import { RUNTIMES } from "@/features/connect/runtimes";
import { addressOf, withQuery } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import { usePermission } from "@/frame/use-permission";
import { useTRPC } from "@/trpc/client";

/** Shows how to connect each runtime to this workspace, and what arrives meanwhile. */
export function Connect({ workspace, runtimeId }: { workspace: string; runtimeId: string }) {
  const place = useQuery(useTRPC().ingest.connect.queryOptions({ workspace }));
  const mayFollow = usePermission(workspace, "ingest.follow");
  const runtime = RUNTIMES.find(({ id }) => id === runtimeId) ?? RUNTIMES[0];
  return (
    <>
      <PageHead
        title="Connect"
        subtitle={
          <>
            Send sessions to the workspace <code>{workspace}</code>.
          </>
        }
      />
      <TabNav
        label="Runtimes"
        items={RUNTIMES.map(({ id, label }) => ({
          href: withQuery(addressOf(workspace, "connect"), { with: id }),
          label,
          isCurrent: id === runtime?.id,
        }))}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_360px]">
        {runtime && (
          <Panel aria-label={`Connect ${runtime.label}`} className="pt-3">
            <PanelBody>
              {place.isError && !place.data ? (
                <QueryError title="Could not load the addresses" query={place} />
              ) : (
                place.data && (
                  <RuntimeSteps key={runtime.id} workspace={workspace} runtime={runtime} place={place.data} />
                )
              )}
            </PanelBody>
            <PanelFoot>
              <span>
                All options: <DocName file={runtime.docs} />
              </span>
            </PanelFoot>
          </Panel>
        )}
        <div className="grid gap-4">
          <Arrivals workspace={workspace} />
          {mayFollow && place.data?.folders && <AddFolder workspace={workspace} found={place.data.folders} />}
        </div>
      </div>
    </>
  );
}

/** Names a file of the repository, with a link if the documentation has it. */
function DocName({ file }: { file: string }) {
  const name = <code>{file}</code>;
  return file.startsWith("docs/") ? <TextLink href={`/${file.replace(/\.md$/, "")}`}>{name}</TextLink> : name;
}
