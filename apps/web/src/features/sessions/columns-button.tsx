"use client";

import { Button } from "@baton/ui/primitives/button";
import { useOnDemand } from "@baton/ui/use-on-demand";
import { Columns3 } from "lucide-react";
import type { ColumnsMenuProps } from "./columns-menu";

/** Opens the choice of columns, whose code loads on the first click. */
export function ColumnsButton(props: ColumnsMenuProps) {
  const [ColumnsMenu, load] = useOnDemand(async () => (await import("./columns-menu")).ColumnsMenu);
  if (ColumnsMenu) return <ColumnsMenu {...props} />;
  return (
    <Button aria-haspopup="dialog" className="max-sm:hidden" onClick={load}>
      <Columns3 className="size-3.5" aria-hidden />
      Columns
    </Button>
  );
}
