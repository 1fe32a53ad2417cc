"use client";

import { Button } from "@baton/ui/primitives/button";
import { Printer } from "lucide-react";

/** Opens the browser's own dialog, which prints or saves as PDF. */
export function PrintButton() {
  return (
    <Button variant="primary" onClick={() => window.print()}>
      <Printer className="size-3.5" aria-hidden />
      Print or save as PDF
    </Button>
  );
}
