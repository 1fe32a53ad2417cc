"use client";

import { useOnDemand } from "../use-on-demand";
import { ComboboxButton } from "./combobox-button";
import type { ComboboxProps } from "./open-combobox";

/** Selects one of many options: a button that opens a searchable list. Both load on the first click. */
export function Combobox(props: ComboboxProps) {
  const [OpenCombobox, load] = useOnDemand(async () => (await import("./open-combobox")).OpenCombobox);
  const { onValueChange, searchLabel, otherLabel, ...button } = props;
  return OpenCombobox ? (
    <OpenCombobox {...props} />
  ) : (
    <ComboboxButton aria-haspopup="dialog" aria-expanded={false} onClick={load} {...button} />
  );
}
