import { createElement, Fragment, type ReactNode } from "react";
import { readableName } from "../format/readable-name";

/** Maximum characters to display; the title has the full name. */
const MAX_LETTERS = 40;

/** The most places at which a name may break: one can consist of nothing but separators. */
const MAX_BREAKS = 60;

export type NameProps = {
  /** A name from data: an agent, session, workflow, rule, field, file. Elements stay unchanged. */
  children: ReactNode;
  /** Draws it as what a machine reads. */
  isCode?: boolean;
  /** Shows a long name in full: lines break after a separator, and within a word only if they must. */
  isWhole?: boolean;
};

/** A name that is data: isolated from the text around it, with hidden characters as escapes. */
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
  // A share of the place cannot bound the width of a table's cell, so that the inner one has a width of its own.
  return (
    <bdi title={name} className="inline-block max-w-full align-bottom">
      <span className="block max-w-[min(40ch,75vw)] truncate">{createElement(tag, null, name)}</span>
    </bdi>
  );
}

/** Returns the words with a place to break between them, as children of their own: in a list each needs a key. */
function breakable([first = "", ...others]: readonly string[]) {
  const words = [...others.slice(0, MAX_BREAKS - 1), others.slice(MAX_BREAKS - 1).join("")];
  return [first, ...words.flatMap((word) => (word === "" ? [] : [createElement("wbr"), word]))];
}
