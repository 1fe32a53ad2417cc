import { createElement } from "react";

/** A name made of words (`prior_outputs.intake`, `src/app.ts`): a line breaks after what divides them, and within a word only where it must. */
export function BreakableName({ children }: { children: string }) {
  const [first = "", ...others] = children.split(/(?<=[._/:-])/);
  const parts = others.flatMap((part) => [createElement("wbr"), part]);
  // As children of their own: in a list each would need a key.
  return createElement("code", { className: "wrap-break-word" }, first, ...parts);
}
