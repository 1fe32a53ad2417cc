import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DocText } from "@/features/docs/doc-text";
import { DocsFrame } from "@/features/docs/docs-frame";
import { readDocs } from "@/features/docs/read-docs";

type Props = { params: Promise<{ page: string[] }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await findPage(params)).page.title };
}

/** Shows a page of the documentation. */
export default async function DocPage({ params }: Props) {
  const { address, page, docs } = await findPage(params);
  return (
    <DocsFrame groups={docs.groups} current={address}>
      <DocText page={page} pages={docs.pages} />
    </DocsFrame>
  );
}

async function findPage(params: Props["params"]) {
  const address = `/docs/${(await params).page.join("/")}`;
  const docs = await readDocs();
  const page = docs.pages.get(address);
  if (!page) notFound();
  return { address, page, docs };
}
