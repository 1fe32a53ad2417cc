import type { ReactNode } from "react";
import { SettingsNav } from "@/features/settings/settings-nav";
import { decodePart } from "@/search/decode-part";
import { getQueryClient, HydrateClient, orNotFound, trpc } from "@/trpc/server";

type Props = { params: Promise<{ workspace: string }>; children: ReactNode };

export default async function SettingsLayout({ params, children }: Props) {
  const workspace = decodePart((await params).workspace);
  await orNotFound(getQueryClient().fetchQuery(trpc.workspaces.get.queryOptions({ workspace })));
  return (
    <HydrateClient>
      <SettingsNav workspace={workspace} />
      {children}
    </HydrateClient>
  );
}
