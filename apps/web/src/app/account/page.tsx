import { Brand } from "@baton/ui/layout/brand";
import { PageHead } from "@baton/ui/layout/page-head";
import { TextLink } from "@baton/ui/primitives/text-link";
import type { Metadata } from "next";
import { AccountPanels } from "@/features/account/account-panels";
import { requireSignIn } from "@/server/open-page";
import { resolveTimeZone } from "@/server/time-zone";
import { HydrateClient, prefetch, trpc } from "@/trpc/server";

export const metadata: Metadata = { title: "Account" };

export default async function AccountPage() {
  await requireSignIn();
  await prefetch(trpc.account.get.queryOptions());
  return (
    <HydrateClient>
      <main className="mx-auto flex min-h-dvh max-w-[640px] flex-col gap-4 p-4 md:pt-10">
        <div className="flex items-center justify-between gap-4">
          <Brand />
          <TextLink href="/">Back to the workspaces</TextLink>
        </div>
        <PageHead title="Account" />
        <AccountPanels timeZone={await resolveTimeZone()} />
      </main>
    </HydrateClient>
  );
}
