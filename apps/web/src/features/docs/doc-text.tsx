import path from "node:path";
import { ScrollRegion } from "@baton/ui/layout/scroll-region";
import type { ReactNode } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import rehypeSlug from "rehype-slug";
import remarkGfm from "remark-gfm";
import { withBasePath } from "@/base-path";
import { TEXT_PARTS } from "@/features/artifacts/document/markdown";
import { addressOfDoc, type DocPage, type Docs } from "./read-docs";

/** Renders a page of the documentation. Links lead to its other pages; files of the repository are only named. */
export function DocText({ page: { file, text }, pages }: { page: DocPage; pages: Docs["pages"] }) {
  const components: Components = {
    ...COMPONENTS,
    a: ({ href = "", children }) => <DocLink address={resolveLink(file, href, pages)}>{children}</DocLink>,
  };
  return (
    <div className="flex min-w-0 flex-col gap-3 text-md [overflow-wrap:anywhere] [&_code]:text-sm [&_li_p]:inline">
      <ReactMarkdown
        skipHtml
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[rehypeSlug]}
        components={components}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
}

/** Returns the address that a link of a file leads to; null for a file that is not part of the documentation. */
export function resolveLink(file: string, href: string, pages: Docs["pages"]): string | null {
  if (/^(?:https?:\/\/|#)/.test(href)) return href;
  const [target = "", anchor] = href.split("#");
  const address = addressOfDoc(path.posix.join(path.posix.dirname(file), target));
  if (address === "/README") return "/docs";
  if (!pages.has(address)) return null;
  return anchor === undefined ? address : `${address}#${anchor}`;
}

function DocLink({ address, children }: { address: string | null; children: ReactNode }) {
  if (address === null) return <span>{children}</span>;
  const isOutside = address.startsWith("http");
  return (
    <a
      href={address.startsWith("/") ? withBasePath(address) : address}
      className="text-accent underline"
      {...(isOutside && { rel: "noopener noreferrer", target: "_blank" })}
    >
      {children}
    </a>
  );
}

const COMPONENTS: Components = {
  h1: ({ children }) => <h1>{children}</h1>,
  h2: ({ children, id }) => (
    <h2 id={id} className="mt-5 scroll-mt-4 border-line border-t pt-4">
      {children}
    </h2>
  ),
  h3: ({ children, id }) => (
    <h3 id={id} className="mt-3 scroll-mt-4">
      {children}
    </h3>
  ),
  ...TEXT_PARTS,
  table: ({ children }) => (
    <ScrollRegion label="Table">
      <table className="w-full text-sm [overflow-wrap:normal] [&_td]:border-line [&_td]:border-t [&_td]:px-2.5 [&_td]:py-1.5 [&_td]:align-top [&_th]:px-2.5 [&_th]:py-1.5 [&_th]:text-left [&_th]:font-medium [&_th]:text-text-3">
        {children}
      </table>
    </ScrollRegion>
  ),
};
