"use client";

import { Button } from "@baton/ui/primitives/button";
import { Printer } from "lucide-react";

/** Opens the browser's dialog to print or save as PDF. */
export function PrintButton() {
  return (
    <Button variant="primary" onClick={() => window.print()}>
      <Printer className="size-3.5" aria-hidden />
      Print or save as PDF
    </Button>
  );
}
