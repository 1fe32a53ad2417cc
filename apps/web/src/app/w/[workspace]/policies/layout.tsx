import type { ReactNode } from "react";
import { PolicyEditorFrame } from "@/features/policies/editor/policy-editor";
import { PolicyPages } from "@/features/policies/editor/policy-pages";
import { openPage } from "@/server/open-page";
import { isPermitted, PROCEDURES } from "@/server/permissions";
import { api, HydrateClient, prefetch, trpc } from "@/trpc/server";

type Props = { params: Promise<{ workspace: string }>; children: ReactNode };

export default async function PoliciesLayout({ params, children }: Props) {
  const { workspace } = await openPage("/w/[workspace]/policies", params);
  const [{ roles }] = await Promise.all([
    api.workspaces.get({ workspace }),
    prefetch(trpc.policies.drafts.get.queryOptions({ workspace })),
  ]);
  const may = {
    edit: isPermitted(PROCEDURES["policies.drafts.save"], roles),
    publish: isPermitted(PROCEDURES["policies.publications.publish"], roles),
  };
  return (
    <HydrateClient>
      <PolicyEditorFrame workspace={workspace} may={may}>
        <PolicyPages workspace={workspace}>{children}</PolicyPages>
      </PolicyEditorFrame>
    </HydrateClient>
  );
}
