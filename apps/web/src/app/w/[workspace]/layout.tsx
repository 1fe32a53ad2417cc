import type { Metadata } from "next";
import type { ReactNode } from "react";
import { WorkspaceFrame } from "@/frame/workspace-frame";
import { decodePart } from "@/search/decode-part";
import { resolveTimeZone } from "@/server/time-zone";
import { api, HydrateClient, orNotFound, prefetch, trpc } from "@/trpc/server";

type Props = { params: Promise<{ workspace: string }>; children: ReactNode };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const workspace = await findWorkspace(params);
  return { title: { default: workspace.name, template: `%s · ${workspace.name} · Baton` } };
}

export default async function WorkspaceLayout({ params, children }: Props) {
  const workspace = await findWorkspace(params);
  const [timeZone] = await Promise.all([
    resolveTimeZone(),
    prefetch(trpc.workspaces.list.queryOptions()),
    prefetch(trpc.workspaces.status.queryOptions({ workspace: workspace.workspaceId })),
    prefetch(trpc.workspaces.canFollowOwnSessions.queryOptions()),
  ]);
  return (
    <HydrateClient>
      <WorkspaceFrame workspace={workspace} timeZone={timeZone}>
        {children}
      </WorkspaceFrame>
    </HydrateClient>
  );
}

async function findWorkspace(params: Props["params"]) {
  return orNotFound(api.workspaces.get({ workspace: decodePart((await params).workspace) }));
}
