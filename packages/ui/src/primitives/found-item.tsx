import { ComboboxItem, type ComboboxItemProps } from "@ariakit/react/combobox";
import { foundItem } from "./menu-look";

/** An item of a searchable list: the pointer and the arrow keys mark it, a click and Enter select it. */
export function FoundItem(props: Required<Pick<ComboboxItemProps, "onClick" | "children">>) {
  return <ComboboxItem focusOnHover setValueOnClick={false} className={foundItem} {...props} />;
}
