import { ChevronDown } from "lucide-react";
import type { ComponentPropsWithRef, ReactNode } from "react";
import { cn } from "../cn";
import { controlBox } from "./input";
import { Name } from "./name";

export type ComboboxButtonProps = Omit<ComponentPropsWithRef<"button">, "value"> & {
  /**
   * `text` is searched and read by screen readers; `label` is displayed if it is more than the text; `aliases` are
   * other words for it.
   */
  options: readonly { value: string; text: string; label?: ReactNode; aliases?: readonly string[] }[];
  value: string | null;
  /** Text without a selection ("any agent"). */
  placeholder: string;
};

/** Opens the list of a combobox and shows the current choice. */
export function ComboboxButton({ options, value, placeholder, className, ...props }: ComboboxButtonProps) {
  const chosen = options.find((option) => option.value === value);
  return (
    <button type="button" className={cn(controlBox, "justify-between", className)} {...props}>
      <span className={cn("truncate", !chosen && value === null && "text-text-3")}>
        {chosen?.label ?? <Name>{chosen?.text ?? value ?? placeholder}</Name>}
      </span>
      <ChevronDown className="size-3.5" aria-hidden />
    </button>
  );
}
