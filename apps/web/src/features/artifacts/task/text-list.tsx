import { ListRest } from "@/frame/list-rest";
import type { FirstOf } from "@/server/keep-first";

/** Lists a few texts below a heading; empty without texts. */
export function TextList({
  title,
  texts,
  isCode = false,
}: {
  title: string;
  texts: FirstOf<string>;
  isCode?: boolean;
}) {
  if (texts.count === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="mb-1">{title}</h3>
      <ul className="flex list-disc flex-col gap-1 pl-5 [overflow-wrap:anywhere]">
        {texts.first.map((text) => (
          <li key={text}>{isCode ? <code>{text}</code> : text}</li>
        ))}
        <ListRest of={texts} />
      </ul>
    </section>
  );
}
