import type { AuditRecord } from "@baton/server/audit";
import type { Column } from "@baton/ui/data-table/data-table";
import { DateTime } from "@baton/ui/primitives/time";
import { describeDetails } from "./describe-details";

/** Returns the columns of the log: time, actor, action, subject, before and after. */
export function auditColumns(timeZone: string): Column<AuditRecord>[] {
  return [
    {
      id: "when",
      header: "Time",
      className: "sm:whitespace-nowrap",
      cell: ({ occurred_at }) => <DateTime at={Date.parse(occurred_at)} timeZone={timeZone} />,
    },
    { id: "who", header: "Actor", cell: ({ actor_name }) => <OneLine>{actor_name}</OneLine> },
    { id: "what", header: "Action", cell: ({ action }) => <code>{action}</code> },
    {
      id: "subject",
      header: "Subject",
      cell: ({ subject }) => <OneLine>{subject}</OneLine>,
    },
    {
      id: "change",
      header: "Change",
      isSecondary: true,
      takesRest: true,
      cell: ({ details }) => <Change details={details} />,
    },
  ];
}

/** Shows the start of a text; the opened entry shows all of it. */
function OneLine({ children }: { children: string }) {
  return (
    <span className="block max-w-[28ch] truncate max-sm:max-w-[16ch]" title={children}>
      {children}
    </span>
  );
}

/** Shorten hashes in the list; the opened entry shows them in full. */
const shortenHashes = (text: string) => text.replaceAll(/\b([0-9a-f]{12})[0-9a-f]{52}\b/g, "$1");

function Change({ details }: { details: string }) {
  const { before, after, more } = describeDetails(details);
  const [first] = more;
  return (
    <span className="line-clamp-2 text-text-2 [overflow-wrap:anywhere]">
      {before !== null || after !== null ? (
        <>
          <span className="sr-only">from </span>
          <span className="text-text-3">{shortenHashes(before ?? "–")}</span> <span aria-hidden>→</span>
          <span className="sr-only"> to </span> {shortenHashes(after ?? "–")}
        </>
      ) : (
        first && shortenHashes(`${first.name}: ${first.value}`)
      )}
    </span>
  );
}
