import { createElement, Fragment, type ReactNode } from "react";
import { readableName, splitNumber } from "../format/readable-name";

/** Maximum characters to display; the title has the full name. */
const MAX_LETTERS = 40;

/** Maximum positions at which a name may break, because it can consist only of separators. */
const MAX_BREAKS = 60;

export type NameProps = {
  /** A name from data: an agent, session, workflow, rule, field, file. Elements stay unchanged. */
  children: ReactNode;
  /** Uses the style of machine-readable text. */
  isCode?: boolean;
  /** Shows a long name in full: lines break after separators, and within a word only if necessary. */
  isWhole?: boolean;
};

/** Shows a name from data: isolated from the text around it, with hidden characters escaped. */
export function Name({ children, isCode = false, isWhole = false }: NameProps) {
  if (typeof children !== "string") return children;
  const name = readableName(children);
  const tag = isCode ? "code" : Fragment;
  if (isWhole) {
    const words = name.split(/(?<=[._/:-])/);
    const hasLongWord = words.some((word) => word.length > MAX_LETTERS);
    return (
      <bdi className={hasLongWord ? "[overflow-wrap:anywhere]" : "wrap-break-word"}>
        {createElement(tag, null, ...breakable(words))}
      </bdi>
    );
  }
  if (name.length <= MAX_LETTERS) return <bdi>{createElement(tag, null, name)}</bdi>;
  const [start, number] = splitNumber(name);
  // A share of the container cannot limit the width of a table cell, so the inner element has its own width.
  return (
    <bdi title={name} className="inline-block max-w-full align-bottom">
      <span className="flex max-w-[min(40ch,75vw)]">
        <span className="truncate whitespace-pre">{createElement(tag, null, start)}</span>
        {number && <span className="flex-none whitespace-pre">{createElement(tag, null, number)}</span>}
      </span>
    </bdi>
  );
}

/**
 * Returns the words with possible breaks between them, as separate children: in a list, each would need a
 * key.
 */
function breakable([first = "", ...others]: readonly string[]) {
  const words = [...others.slice(0, MAX_BREAKS - 1), others.slice(MAX_BREAKS - 1).join("")];
  return [first, ...words.flatMap((word) => (word === "" ? [] : [createElement("wbr"), word]))];
}
