import { TextLink } from "@baton/ui/primitives/text-link";
import type { RouterOutputs } from "@/server/root";

type Document = NonNullable<RouterOutputs["manifests"]["get"]["document"]>;
export type Item = Document["items"][number];

/** Returns the address of a line of a file; null if the text of the file is not stored. */
export type HrefOfSource = (file: string, line: number) => string | null;

export type ItemSourcesProps = { items: readonly Item[]; hrefOfSource: HrefOfSource };

/** Shows the source of a manifest's text on click, with a link to its line. */
export function ItemSources({ items, hrefOfSource }: ItemSourcesProps) {
  if (items.length === 0) return null;
  return (
    <details className="mt-0.5 text-sm">
      <summary className="w-fit cursor-pointer text-accent">{describePlaces(items)}</summary>
      {items.map((item) => (
        <div key={`${describePlace(item)} ${item.text}`} className="mt-1.5 border-line-2 border-l-2 pl-2.5">
          <Place item={item} hrefOfSource={hrefOfSource} />
          <blockquote className="text-text-2">
            {item.origin === "model" ? item.extract : item.text}
          </blockquote>
          {item.origin === "model" && <p className="text-text-3">Rephrased by a model.</p>}
        </div>
      ))}
    </details>
  );
}

function Place({ item, hrefOfSource }: { item: Item; hrefOfSource: HrefOfSource }) {
  const source = item.origin === "file_tree" ? null : item.source;
  const href = source?.file == null ? null : hrefOfSource(source.file, source.startLine);
  const words = <code>{describePlace(item)}</code>;
  return href === null ? (
    <span className="text-text-2">{words}</span>
  ) : (
    <TextLink href={href}>{words}</TextLink>
  );
}

function describePlaces(items: readonly Item[]): string {
  const [first] = items;
  return first && items.length === 1 ? `Source: ${describePlace(first)}` : `${items.length} sources`;
}

function describePlace(item: Item): string {
  if (item.origin === "file_tree") return "the file tree";
  const { file, startLine, endLine } = item.source;
  const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine} to ${endLine}`;
  return file === null ? lines : `${file}, ${lines}`;
}
