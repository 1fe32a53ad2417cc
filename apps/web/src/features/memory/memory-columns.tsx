import type { Column } from "@baton/ui/data-table/data-table";
import { formatCount } from "@baton/ui/format/number";
import { formatDateTime } from "@baton/ui/format/time";
import { Badge } from "@baton/ui/primitives/badge";
import { DateTime } from "@baton/ui/primitives/time";
import type { RouterOutputs } from "@/server/root";

type Memory = RouterOutputs["memory"]["list"]["memories"][number];

/** Returns true if agents no longer retrieve a memory. */
export function isExpired({ expiresAt }: Pick<Memory, "expiresAt">): boolean {
  return expiresAt !== null && expiresAt.getTime() <= Date.now();
}

/** Returns a field's value as text. */
export function describeValue(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Returns the columns of the list of memories. */
export function memoryColumns(timeZone: string): Column<Memory>[] {
  return [
    {
      id: "memory",
      header: "Memory",
      takesRest: true,
      cell: ({ content, memoryId, author, source }) => (
        <span className="block">
          <span className="block truncate font-medium">{describeContent(content)}</span>
          <span className="block truncate text-sm text-text-3" title={source}>
            <code>{memoryId}</code>, {author ?? "author not recorded"}, {source}
          </span>
        </span>
      ),
    },
    {
      id: "tags",
      header: "Tags",
      isSecondary: true,
      cell: ({ tags }) => (
        <span className="flex flex-wrap gap-1">
          {tags.slice(0, 3).map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </span>
      ),
    },
    { id: "reads", header: "Retrieved", isNumeric: true, cell: ({ readCount }) => formatCount(readCount) },
    {
      id: "expiry",
      header: "Expires",
      isNumeric: true,
      isSecondary: true,
      cell: (memory) =>
        memory.expiresAt === null ? (
          "never"
        ) : isExpired(memory) ? (
          <Badge tone="warn">expired</Badge>
        ) : (
          formatDateTime(memory.expiresAt, timeZone)
        ),
    },
    {
      id: "created",
      header: "Written",
      isNumeric: true,
      isSecondary: true,
      cell: ({ createdAt }) => <DateTime at={createdAt} timeZone={timeZone} />,
    },
  ];
}

function describeContent(content: Memory["content"]): string {
  const fields = Object.entries(content);
  const [only] = fields;
  if (only && fields.length === 1) return describeValue(only[1]);
  return fields.map(([name, value]) => `${name}: ${describeValue(value)}`).join(" · ");
}
