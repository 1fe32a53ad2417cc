"use client";

import { parseAsBoolean, useQueryState } from "nuqs";
import { useCallback } from "react";

/** Reads from the address if the list of findings is shown, with a function to show or hide it. */
export function useFindingsInAddress(): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useQueryState("findings", parseAsBoolean.withDefault(false));
  return [isOpen, useCallback((open: boolean) => void setOpen(open || null), [setOpen])];
}
