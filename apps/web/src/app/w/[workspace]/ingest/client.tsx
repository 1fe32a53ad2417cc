"use client";

import { PageHead } from "@baton/ui/layout/page-head";
import { Button } from "@baton/ui/primitives/button";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { IngestTiles } from "@/features/ingest/ingest-tiles";
import { LossesPanel } from "@/features/ingest/losses-panel";
import { QuarantinePanel } from "@/features/ingest/quarantine-panel";
import { SourcesPanel } from "@/features/ingest/sources-panel";
import { AppLink } from "@/frame/app-link";
import { addressOf } from "@/frame/pages";
import { useTRPC } from "@/trpc/client";

const FilePanels = dynamic(async () => (await import("@/features/ingest/file-panels")).FilePanels, {
  ssr: false,
});

/** Shows the state of ingest, the lines it could not import, and how to fix them. */
export function Ingest({ workspace }: { workspace: string }) {
  const { data: port } = useQuery(useTRPC().ingest.port.queryOptions({ workspace }));
  return (
    <>
      <PageHead
        title="Ingest"
        subtitle={
          port ? (
            <>
              Followed files, and events sent to <code>http://127.0.0.1:{port}/v1/events</code>
            </>
          ) : (
            "Sources, progress and lines Baton could not import."
          )
        }
        actions={
          <Button asChild variant="primary">
            <AppLink href={addressOf(workspace, "connect")}>Connect</AppLink>
          </Button>
        }
      />
      <IngestTiles workspace={workspace} />
      <LossesPanel workspace={workspace} />
      <SourcesPanel workspace={workspace} />
      <QuarantinePanel workspace={workspace} />
      <FilePanels workspace={workspace} />
    </>
  );
}
