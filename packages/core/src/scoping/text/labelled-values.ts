/** A value in a text that a label names: from `start` up to, not including, `end`. */
export interface LabelledValue {
  readonly start: number;
  readonly end: number;
}

/** Separators after a label, with what may stand around them: `ssn: 1`, `"ssn" => 1`, `ssn=1`, `ssn：1`. */
const SEPARATOR = /[:=：＝]+>?/g;
/** Quotes, emphasis and escapes around a label. */
const AROUND = /^[\s"'`*\\]+|[\s"'`*\\\])]+$/g;
/** The same, with underscores, which can be emphasis or part of the name. */
const AROUND_EMPHASIS = /^[\s"'`*\\_]+|[\s"'`*\\\])_]+$/g;
/** The words of a label, up to four of them: `customer ssn`, `internal-notes`, `claim.ssn`, `rows[0].ssn`. */
const LABEL = /[^\s"'`*(){}<>|,;#!?/\\&:=]+(?:[^\S\n]+[^\s"'`*(){}<>|,;#!?/\\&:=]+){0,3}$/u;
/** Longer labels are prose; also a bound for expressions that look back. */
const MAX_LABEL = 160;
const TAG = /<([^\s<>/!?]{1,160})(?:\s[^<>]{0,1000})?>/g;
const HEADING = /^\s{0,3}(#{1,6})[ \t]+(.{1,160}?)[ \t#]*$/;
const UNDERLINE = /^\s{0,3}(?:=+|-+)\s*$/;
const TABLE_RULE = /^[\s|:+-]+$/;
const LIST_ITEM = /^\s*(?:[-*+•]|\d{1,9}[.)])\s/;

interface Line {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Leading white space; null for a blank line. */
  readonly indent: number | null;
}

/**
 * Finds the values of blocked labels in a text: `name: value` to the end of the line or list item with what
 * is indented under it, `name=value`, table columns and rows, XML elements, and sections under a heading.
 *
 * @param isBlocked decides about a label: its keys, outermost first.
 * @returns places, in no order; they may overlap.
 */
export function findLabelledValues(
  text: string,
  isBlocked: (keys: readonly string[]) => boolean,
): LabelledValue[] {
  const isLabel = (label: string) => spellings(label).some((keys) => isBlocked(keys));
  const lines = splitLines(text);
  return [
    ...findElements(text, isLabel),
    ...findSections(lines, text.length, isLabel),
    ...findTableCells(lines, isLabel),
    ...findOnLines(lines, isLabel),
  ];
}

function findOnLines(lines: readonly Line[], isLabel: (label: string) => boolean): LabelledValue[] {
  const found: LabelledValue[] = [];
  let end = 0;
  lines.forEach((line, index) => {
    // A line within a value is redacted with it.
    if (line.start < end) return;
    found.push(...findOnLine(line, isLabel, (valueStart) => endOfBlock(lines, index, valueStart)));
    end = found.at(-1)?.end ?? 0;
  });
  return found;
}

function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start <= text.length; ) {
    const feed = text.indexOf("\n", start);
    const end = feed === -1 ? text.length : feed;
    const line = text.slice(start, end);
    const indent = line.search(/\S/);
    lines.push({ start, end, text: line, indent: indent === -1 ? null : indent });
    start = end + 1;
  }
  return lines;
}

/** The keys that a label can mean: `rows[0].internal notes` is `rows`, `internal_notes`. */
function spellings(label: string): string[][] {
  const keys = label
    .replace(/\[[^\]]*\]/g, "")
    .split(".")
    .filter((key) => key !== "");
  const written = keys.map((key) => key.trim());
  if (!/[\s-]/.test(label)) return [written];
  const joined = (by: string) => written.map((key) => key.replace(/[\s-]+/g, by));
  return [written, joined("_"), joined("")];
}

/** A label without what is around it, with and without its outer underscores. */
function bareLabels(text: string): string[] {
  if (text.length > MAX_LABEL) return [];
  return [...new Set([text.replace(AROUND, ""), text.replace(AROUND_EMPHASIS, "")])];
}

/** The labels that end before a separator, shortest first: `ssn`, `customer ssn`. */
function labelsBefore(text: string): string[] {
  return bareLabels(text.slice(-MAX_LABEL)).flatMap((bare) => {
    const [words] = LABEL.exec(bare) ?? [];
    if (words === undefined) return [];
    const parts = words.split(/\s+/);
    return parts.map((_, index) => parts.slice(parts.length - 1 - index).join(" "));
  });
}

function findOnLine(
  line: Line,
  isLabel: (label: string) => boolean,
  endOfBlockAt: (valueStart: number) => number,
): LabelledValue[] {
  const found: LabelledValue[] = [];
  let from = 0;
  for (const separator of line.text.matchAll(SEPARATOR)) {
    const before = line.text.slice(from, separator.index);
    const valueStart = separator.index + separator[0].length;
    from = valueStart;
    if (!labelsBefore(before).some(isLabel)) continue;
    const isTight =
      /^[=＝]/.test(separator[0]) && !/\s$/.test(before) && !/^\s/.test(line.text.slice(valueStart));
    if (isTight && !isLineStart(line.text, separator.index)) {
      const end = valueStart + lengthOfToken(line.text.slice(valueStart));
      found.push({ start: line.start + valueStart, end: line.start + end });
      from = end;
      continue;
    }
    found.push({ start: line.start + valueStart, end: endOfBlockAt(valueStart) });
    break;
  }
  return found;
}

/** Returns true if the label before the separator starts the line, as in `NAME=value` of a settings file. */
function isLineStart(line: string, separator: number): boolean {
  return separator <= MAX_LABEL && /^\s*(?:export\s+|set\s+)?[^\s?&]+$/.test(line.slice(0, separator));
}

/** Length of a value after `name=`: quoted, or up to white space or a delimiter. */
function lengthOfToken(text: string): number {
  const [token = ""] = /^(?:"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|`[^`]*`?|[^\s,;&)\]}|]*)/.exec(text) ?? [];
  return token.length;
}

/** End of the value that starts on a line: the line, what is indented under it, or what follows an empty value. */
function endOfBlock(lines: readonly Line[], index: number, valueStart: number): number {
  const line = lines[index];
  if (line === undefined) return 0;
  const indent = line.indent ?? 0;
  const isEmpty = /^[\s|>+*_"'`\\-]*$/.test(line.text.slice(valueStart));
  const next = lines[index + 1];
  const isList = isEmpty && next !== undefined && next.indent === indent && LIST_ITEM.test(next.text);
  const isParagraph = isEmpty && !isList && next?.indent === indent && !startsWithLabel(next.text);
  let last = line;
  for (let at = index + 1; at < lines.length; at += 1) {
    const below = lines[at];
    if (below === undefined) break;
    if (below.indent === null) {
      if (isParagraph) break;
      continue;
    }
    const belongs = below.indent > indent || (isList && LIST_ITEM.test(below.text)) || isParagraph;
    if (!belongs || (below.indent < indent && !isParagraph)) break;
    last = below;
  }
  return last.end;
}

/** Returns true if a line starts with a label of its own. */
function startsWithLabel(text: string): boolean {
  return /^\s*["'`*]*[\p{L}\p{N}_.-]{1,60}["'`*]*\s*[:=]/u.test(text.slice(0, MAX_LABEL));
}

function findElements(text: string, isLabel: (label: string) => boolean): LabelledValue[] {
  const found: LabelledValue[] = [];
  if (!text.includes("<")) return found;
  let end = 0;
  for (const tag of text.matchAll(TAG)) {
    const [whole, name = ""] = tag;
    if (tag.index < end || whole.endsWith("/>") || !isLabel(name.replace(/^.*:/, ""))) continue;
    const start = tag.index + whole.length;
    const close = text.indexOf(`</${name}`, start);
    end = close === -1 ? text.length : close;
    found.push({ start, end });
  }
  return found;
}

function findSections(
  lines: readonly Line[],
  length: number,
  isLabel: (label: string) => boolean,
): LabelledValue[] {
  const headings = lines.flatMap((line, index) => {
    if (line.text.length > 2 * MAX_LABEL) return [];
    const [, marks, title] = HEADING.exec(line.text) ?? [];
    if (marks !== undefined && title !== undefined)
      return [{ level: marks.length, title, start: line.start, end: line.end }];
    const under = lines[index + 1];
    if (!under || line.indent === null || line.text.length > MAX_LABEL || !UNDERLINE.test(under.text))
      return [];
    return [{ level: under.text.includes("=") ? 1 : 2, title: line.text, start: line.start, end: under.end }];
  });
  return headings.flatMap((heading, index) => {
    const title = heading.title.replace(/^[\s\d.)]+|[\s:]+$/g, "");
    if (!bareLabels(title).some(isLabel)) return [];
    let next = index + 1;
    while ((headings[next]?.level ?? 0) > heading.level) next += 1;
    return [{ start: heading.end, end: headings[next]?.start ?? length }];
  });
}

/**
 * The cells under a blocked header, and those after a blocked label of a row, in tables in Markdown, CSV
 * and TSV.
 */
function findTableCells(lines: readonly Line[], isLabel: (label: string) => boolean): LabelledValue[] {
  const found: LabelledValue[] = [];
  for (const delimiter of ["|", "\t", ",", ";"]) {
    let hasRowAbove = false;
    for (let index = 0; index < lines.length; index += 1) {
      const cells = cellsOf(lines[index], delimiter);
      const blocked = cells.flatMap((cell, column) => (bareLabels(cell.text).some(isLabel) ? [column] : []));
      const [first] = blocked;
      const isFirst = !hasRowAbove;
      hasRowAbove = cells.length > 0;
      if (first === undefined || cells.length < 2) continue;
      const hasRule = delimiter === "|" && isTableRule(lines[index + 1]);
      const labelsRow = delimiter === "|" ? !hasRule : cells.length === 2 && first === 0;
      if (labelsRow) found.push(...cells.slice(first + 1));
      if (labelsRow && !isFirst) continue;
      const rows = rowsUnder(lines, index, delimiter, cells.length);
      const last = cells.length - 1;
      for (const row of rows) {
        for (const column of blocked)
          found.push(...row.slice(column, column === last ? undefined : column + 1));
      }
      if (!labelsRow) index += rows.length;
    }
  }
  return found;
}

function isTableRule(line: Line | undefined): boolean {
  return line !== undefined && TABLE_RULE.test(line.text) && line.text.includes("-");
}

function rowsUnder(lines: readonly Line[], index: number, delimiter: string, columns: number): Cell[][] {
  const rows: Cell[][] = [];
  for (let at = index + 1; at < lines.length; at += 1) {
    const line = lines[at];
    if (line === undefined || line.indent === null) break;
    const cells = cellsOf(line, delimiter);
    if (delimiter === "|" ? cells.length === 0 : cells.length !== columns) break;
    rows.push(isTableRule(line) ? [] : cells);
  }
  return rows;
}

interface Cell extends LabelledValue {
  readonly text: string;
}

/** The cells of a line, without the empty ones outside of a Markdown row. Quoted cells may hold the delimiter. */
function cellsOf(line: Line | undefined, delimiter: string): Cell[] {
  if (!line?.text.includes(delimiter)) return [];
  const cells: Cell[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at <= line.text.length; at += 1) {
    const character = line.text.charAt(at);
    if (character === '"' && delimiter !== "|") isQuoted = !isQuoted;
    if (at < line.text.length && (character !== delimiter || isQuoted)) continue;
    const source = line.text.slice(start, at);
    cells.push({
      start: line.start + start,
      end: line.start + at,
      text: source.trim(),
    });
    start = at + 1;
  }
  if (delimiter !== "|") return cells;
  if (cells[0]?.text === "") cells.shift();
  if (cells.at(-1)?.text === "") cells.pop();
  return cells;
}
