import { createElement } from "react";

/**
 * More places than a name has words. A name is somebody else's, and may be nothing but what divides words.
 */
const MAX_BREAKS = 60;

/**
 * A name made of words (`prior_outputs.intake`, `src/app.ts`): a line breaks after what divides them, and
 * within a word only where it must.
 */
export function BreakableName({ children }: { children: string }) {
  const [first = "", ...others] = children.split(/(?<=[._/:-])/);
  const words = [...others.slice(0, MAX_BREAKS - 1), others.slice(MAX_BREAKS - 1).join("")];
  const parts = words.flatMap((word) => (word === "" ? [] : [createElement("wbr"), word]));
  // As children of their own: in a list each would need a key.
  return createElement("code", { className: "wrap-break-word" }, first, ...parts);
}
