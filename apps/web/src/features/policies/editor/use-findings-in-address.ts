"use client";

import { parseAsBoolean, useQueryState } from "nuqs";
import { useCallback } from "react";

/** Whether the address shows the list of findings, and a function to show or hide it. */
export function useFindingsInAddress(): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useQueryState("findings", parseAsBoolean.withDefault(false));
  return [isOpen, useCallback((open: boolean) => void setOpen(open || null), [setOpen])];
}
