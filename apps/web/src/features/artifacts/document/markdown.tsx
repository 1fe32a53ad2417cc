import { ScrollRegion } from "@baton/ui/layout/scroll-region";
import type { ComponentProps } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { limitDrawing } from "./limit-drawing";

/**
 * Renders Markdown written by an agent, each paragraph in the direction of its script. Omits HTML, or shows its tags
 * as they are written, because `<T>` in an answer is more often a part of its words than HTML; names images without fetching them; links only web URLs,
 * since project paths lead nowhere here. Headings start at the third level, below those of the page.
 */
export function Markdown({ text, showsTags = false }: { text: string; showsTags?: boolean }) {
  return (
    <div className="flex min-w-0 flex-col gap-2.5 [overflow-wrap:anywhere] [&_li_p]:inline">
      <ReactMarkdown
        skipHtml={!showsTags}
        remarkPlugins={[remarkGfm, limitDrawing]}
        remarkRehypeOptions={{ clobberPrefix: "document-" }}
        components={COMPONENTS}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
}

type Part<Tag extends keyof React.JSX.IntrinsicElements> = ComponentProps<Tag>;

/** Lists and code of a text in Markdown. */
export const TEXT_PARTS: Components = {
  ul: ({ children }) => <ul className="flex list-disc flex-col gap-1 pl-5">{children}</ul>,
  ol: ({ children, start }) => (
    <ol start={start} className="flex list-decimal flex-col gap-1 pl-5">
      {children}
    </ol>
  ),
  pre: ({ children }) => (
    <ScrollRegion label="Code" className="rounded-md border border-line bg-surface-2">
      <pre className="px-3 py-2 text-sm leading-5 [overflow-wrap:normal]">{children}</pre>
    </ScrollRegion>
  ),
};

const COMPONENTS: Components = {
  p: ({ children }) => <p dir="auto">{children}</p>,
  h1: ({ children }) => <Heading>{children}</Heading>,
  h2: ({ children }) => <Heading>{children}</Heading>,
  h3: ({ children }) => <Subheading>{children}</Subheading>,
  h4: ({ children }) => <Subheading>{children}</Subheading>,
  h5: ({ children }) => <Subheading>{children}</Subheading>,
  h6: ({ children }) => <Subheading>{children}</Subheading>,
  ...TEXT_PARTS,
  blockquote: ({ children }) => (
    <blockquote className="border-line-2 border-l-2 pl-3 text-text-2">{children}</blockquote>
  ),
  table: ({ children }) => (
    <ScrollRegion label="Table">
      <table className="[&_td]:border-line [&_td]:border-t [&_td]:px-2.5 [&_td]:py-1 [&_th]:px-2.5 [&_th]:py-1 [&_th]:text-left [&_th]:font-medium [&_th]:text-sm [&_th]:text-text-3">
        {children}
      </table>
    </ScrollRegion>
  ),
  hr: () => <hr className="border-line" />,
  img: ({ alt }) => <span className="text-text-3">[image: {alt || "without a name"}]</span>,
  input: ({ checked }: Part<"input">) => <span>{checked ? "☑ " : "☐ "}</span>,
  a: ({ href = "", children }) =>
    /^(?:https?|mailto):/i.test(href) ? (
      <a href={href} rel="noopener noreferrer nofollow" target="_blank" className="text-accent underline">
        {children}
      </a>
    ) : (
      <span title={href || undefined}>{children}</span>
    ),
};

function Heading({ children }: ComponentProps<"h3">) {
  return (
    <h3 dir="auto" className="mt-3 text-md first:mt-0">
      {children}
    </h3>
  );
}

function Subheading({ children }: ComponentProps<"h4">) {
  return (
    <h4 dir="auto" className="mt-1.5 font-semibold text-text-2">
      {children}
    </h4>
  );
}
