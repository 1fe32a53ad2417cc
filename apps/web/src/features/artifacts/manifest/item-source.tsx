import type { RouterOutputs } from "@/server/root";

type Document = NonNullable<RouterOutputs["manifests"]["get"]["document"]>;
export type Item = Document["items"][number];

/** Shows the source of a manifest's text on click. */
export function ItemSources({ items }: { items: readonly Item[] }) {
  if (items.length === 0) return null;
  return (
    <details className="mt-0.5 text-sm">
      <summary className="w-fit cursor-pointer text-accent">{describePlaces(items)}</summary>
      {items.map((item) => (
        <div key={`${describePlace(item)} ${item.text}`} className="mt-1.5 border-line-2 border-l-2 pl-2.5">
          <code className="text-text-2">{describePlace(item)}</code>
          <blockquote className="text-text-2">
            {item.origin === "model" ? item.extract : item.text}
          </blockquote>
          {item.origin === "model" && <p className="text-text-3">Rephrased by a model.</p>}
        </div>
      ))}
    </details>
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
