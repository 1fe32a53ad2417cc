"use client";

import { useOnDemand } from "../use-on-demand";
import { ComboboxButton, type ComboboxButtonProps } from "./combobox-button";

export type ComboboxProps = Pick<ComboboxButtonProps, "options" | "value" | "placeholder"> & {
  /** Null when the chosen one is chosen again, which takes it away. */
  onValueChange: (value: string | null) => void;
  /** What is searched for ("Find an agent"). */
  searchLabel: string;
  /** With it a name that is no option can be chosen too; says so of what was typed (“Use claims_agent”). */
  otherLabel?: (text: string) => string;
  /** Needed where no Field labels it. */
  "aria-label"?: string;
  id?: string;
  "aria-invalid"?: boolean;
  "aria-describedby"?: string;
  className?: string;
};

/** One of many: a button that opens a list with a search. Both are loaded when it is first pressed. */
export function Combobox(props: ComboboxProps) {
  const [OpenCombobox, load] = useOnDemand(async () => (await import("./open-combobox")).OpenCombobox);
  const { onValueChange, searchLabel, otherLabel, ...button } = props;
  return OpenCombobox ? (
    <OpenCombobox {...props} />
  ) : (
    <ComboboxButton aria-haspopup="dialog" aria-expanded={false} onClick={load} {...button} />
  );
}
