"use client";

import { diffWordsWithSpace } from "diff";
import { Fragment, type ReactNode, useEffect, useRef, useState } from "react";
import { cn } from "../cn";
import { type DiffLine, type DiffRow, foldRows } from "./diff-rows";
import { ScrollRegion } from "./scroll-region";

export type { DiffRow };

export type DiffLayout = "split" | "unified";

export interface DiffTableProps {
  label: string;
  rows: readonly DiffRow[];
  layout: DiffLayout;
  doesWrap: boolean;
  /** The line to show and to highlight: "before-12". */
  chosen: string | null;
  onChoose: (line: string) => void;
}

const grounds = {
  cut: "bg-danger-soft",
  dropped: "bg-surface-2 bg-hatch",
  changed: "bg-accent-soft",
  added: "bg-ok-soft",
} as const;

const tones = {
  cut: "text-danger",
  dropped: "text-text-2",
  changed: "text-accent",
  added: "text-ok",
} as const;

const MAX_HEIGHT = 720;
/** Edits after which a text counts as rewritten, so that comparing stays quick. */
const MAX_EDITS = 2_000;

/**
 * Shows two versions of lines next to each other or in one column. Long runs of unchanged lines are folded,
 * changed texts are compared word by word, and each line has its own address.
 */
export function DiffTable({ label, rows, layout, doesWrap, chosen, onChoose }: DiffTableProps) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const place = useRef<HTMLTableElement>(null);
  useEffect(() => {
    if (chosen) place.current?.querySelector(`[data-line="${chosen}"]`)?.scrollIntoView({ block: "center" });
  }, [chosen]);
  const line = { layout, chosen, onChoose };
  return (
    <ScrollRegion label={label} maxHeight={MAX_HEIGHT}>
      <table
        ref={place}
        className={cn(
          "w-full border-collapse font-[450] font-mono text-sm leading-5 tracking-[-0.01em] max-sm:leading-6",
          doesWrap ? "table-fixed [overflow-wrap:anywhere]" : "min-w-max",
        )}
      >
        <caption className="sr-only">{label}</caption>
        <Columns layout={layout} />
        <tbody className={doesWrap ? "whitespace-pre-wrap" : "whitespace-pre"}>
          {foldRows(rows, chosen).map(({ start, rows: run, isFolded }) =>
            isFolded && !unfolded.has(start) ? (
              <tr key={start} className="bg-surface-2">
                <td colSpan={4} className="font-sans">
                  <button
                    type="button"
                    className="w-full px-3 py-1 text-left text-accent text-xs hover:underline"
                    onClick={() => setUnfolded(new Set([...unfolded, start]))}
                  >
                    Show {run.length} unchanged lines
                  </button>
                </td>
              </tr>
            ) : (
              <Fragment key={start}>
                {run.map((row) => (
                  <Row key={`${row.before?.number} ${row.after?.number}`} row={row} {...line} />
                ))}
              </Fragment>
            ),
          )}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Columns({ layout }: Pick<LineProps, "layout">) {
  const number = <col className="w-10" />;
  return (
    <colgroup>
      {number}
      {layout === "split" ? <col /> : number}
      {layout === "split" ? number : <col className="w-4" />}
      <col />
    </colgroup>
  );
}

type LineProps = Pick<DiffTableProps, "chosen" | "onChoose"> & { layout: DiffLayout };

function Row({ row, ...line }: { row: DiffRow } & LineProps) {
  const { before, after, mark, note } = row;
  const words = mark === "changed" && before && after ? compareWords(before.text, after.text) : null;
  const ground = mark && grounds[mark];
  const old = before && <Text text={before.text} words={words} side="removed" mark={mark} />;
  const fresh = after && <Text text={after.text} words={words} side="added" mark={mark} />;
  if (line.layout === "split") {
    return (
      <tr className="align-top">
        <NumberCell side="before" line={before} ground={before && ground} {...line} />
        <TextCell ground={before && ground} mark={mark} note={before ? note : undefined} hasEdge>
          {old}
        </TextCell>
        <NumberCell side="after" line={after} ground={after && ground} {...line} />
        <TextCell ground={after && ground} mark={mark} note={before ? undefined : note}>
          {fresh}
        </TextCell>
      </tr>
    );
  }
  if (!mark) {
    return (
      <tr className="align-top">
        <NumberCell side="before" line={before} {...line} />
        <NumberCell side="after" line={after} {...line} />
        <td />
        <TextCell>{old}</TextCell>
      </tr>
    );
  }
  return (
    <>
      {before && (
        <tr className={cn("align-top", ground)}>
          <NumberCell side="before" line={before} {...line} />
          <NumberCell side="after" line={null} {...line} />
          <td className={tones[mark]}>−</td>
          <TextCell mark={mark} note={note}>
            {old}
          </TextCell>
        </tr>
      )}
      {after && (
        <tr className={cn("align-top", ground)}>
          <NumberCell side="before" line={null} {...line} />
          <NumberCell side="after" line={after} {...line} />
          <td className={tones[mark]}>+</td>
          <TextCell mark={mark} note={before ? undefined : note}>
            {fresh}
          </TextCell>
        </tr>
      )}
    </>
  );
}

function NumberCell({
  side,
  line,
  ground,
  chosen,
  onChoose,
}: {
  side: "before" | "after";
  line: DiffLine | null;
  ground?: string | null;
} & LineProps) {
  if (!line) return <td className={ground ?? undefined} />;
  const name: string = `${side}-${line.number}`;
  return (
    <td
      data-line={name}
      className={cn("select-none p-0 text-right text-text-3", ground, chosen === name && "bg-warn-soft")}
    >
      <button
        type="button"
        aria-label={`Link to line ${line.number} ${side}`}
        aria-pressed={chosen === name}
        className="w-full cursor-pointer pr-2 text-right hover:text-accent max-sm:min-h-6 focus-visible:-outline-offset-2"
        onClick={() => onChoose(name)}
      >
        {line.number}
      </button>
    </td>
  );
}

function TextCell({
  ground,
  mark,
  note,
  hasEdge = false,
  children,
}: {
  ground?: string | null;
  mark?: DiffRow["mark"];
  note?: string;
  hasEdge?: boolean;
  children: ReactNode;
}) {
  return (
    <td className={cn("py-0 pr-3 pl-1", ground, hasEdge && "border-line border-r")}>
      <span className="flex items-start gap-3 max-sm:flex-col-reverse max-sm:gap-0">
        <span className="min-w-0 flex-1">{children}</span>
        {note && (
          <span className={cn("flex-none font-medium font-sans text-xs leading-5", mark && tones[mark])}>
            {note}
          </span>
        )}
      </span>
    </td>
  );
}

type Words = ReturnType<typeof diffWordsWithSpace>;

/** Returns null if the texts have too little in common. */
function compareWords(before: string, after: string): Words | null {
  return diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS }) ?? null;
}

function Text({
  text,
  words,
  side,
  mark,
}: {
  text: string;
  words: Words | null;
  side: "removed" | "added";
  mark: DiffRow["mark"];
}) {
  if (words) {
    return words.map((word, index) => {
      const key = `${index}`;
      if (side === "removed" ? word.added : word.removed) return null;
      if (!word.added && !word.removed) return <Fragment key={key}>{word.value}</Fragment>;
      return side === "removed" ? (
        <del key={key} className="bg-danger-soft text-danger">
          {word.value}
        </del>
      ) : (
        <ins key={key} className="bg-ok-soft text-ok no-underline">
          {word.value}
        </ins>
      );
    });
  }
  if (side === "added" || (mark !== "cut" && mark !== "dropped")) return text;
  const content = text.trimStart();
  return (
    <>
      {text.slice(0, text.length - content.length)}
      <del className={tones[mark]}>{content}</del>
    </>
  );
}
