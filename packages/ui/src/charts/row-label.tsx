import type { ReactNode } from "react";
import { Anchor } from "../primitives/anchor";
import { Name } from "../primitives/name";

export type RowLabelProps = {
  label: ReactNode;
  /** Lighter text below the label: the number of items behind the value. */
  note?: ReactNode;
  /** Link of the whole row, which must be positioned `relative`. */
  href?: string;
};

/** Labels a row of bars. */
export function RowLabel({ label, note, href }: RowLabelProps) {
  const name = <Name>{label}</Name>;
  return (
    <span className="min-w-0">
      {href === undefined ? (
        <span className="block truncate">{name}</span>
      ) : (
        <Anchor
          href={href}
          className="block truncate text-inherit after:absolute after:inset-0 hover:underline"
        >
          {name}
        </Anchor>
      )}
      {note && <span className="block truncate text-text-3 text-xs">{note}</span>}
    </span>
  );
}
