import { TableSkeleton } from "@baton/ui/layout/loading";
import { Panel } from "@baton/ui/layout/panel";
import { Skeleton } from "@baton/ui/primitives/skeleton";

/** While a page is on its way: a head and a panel of rows. */
export default function Loading() {
  return (
    <>
      <div className="pb-1">
        <Skeleton className="my-1 h-5 w-40" />
        <Skeleton className="my-1 h-3 w-64" />
      </div>
      <Panel aria-label="Loading">
        <TableSkeleton rows={8} />
      </Panel>
    </>
  );
}
