import type { Metadata } from "next";
import { Markdown } from "@/features/artifacts/document/markdown";
import { openPage } from "@/server/open-page";
import { api, HydrateClient, orNotFound, prefetch, trpc } from "@/trpc/server";
import { HandoffDocument } from "./client";

type Props = { params: Promise<{ workspace: string; document: string }> };

export const metadata: Metadata = { title: "Handoff document" };

/** Renders the text on the server only: it never changes, and the browser does not need its renderer. */
export default async function DocumentPage({ params }: Props) {
  const address = await openPage("/w/[workspace]/documents/[document]", params);
  const text = await orNotFound(api.documents.getText(address));
  await prefetch(trpc.documents.get.queryOptions(address));
  return (
    <HydrateClient>
      <HandoffDocument
        {...address}
        rendered={text && !text.isTooLong ? <Markdown text={text.body} /> : null}
        written={
          text && (
            <pre className="whitespace-pre-wrap text-sm leading-5 [overflow-wrap:anywhere]">
              {text.markdown}
            </pre>
          )
        }
      />
    </HydrateClient>
  );
}
