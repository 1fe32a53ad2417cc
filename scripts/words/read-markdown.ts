import type { Text } from "./read-code";

/** Returns the headings, paragraphs, list items and table cells of a Markdown document, without code blocks. */
export function readMarkdown(source: string): Text[] {
  const texts: { text: string; line: number }[] = [];
  let isCode = false;
  let isOpen = false;
  for (const [index, raw] of source.split("\n").entries()) {
    const content = raw.trim();
    const line = index + 1;
    if (content.startsWith("```")) isCode = !isCode;
    if (isCode || content === "" || /^(?:```|<|[-| :]+$)/.test(content)) isOpen = false;
    else if (content.startsWith("|")) {
      for (const cell of content.split(/(?<!\\)\|/)) if (cell.trim()) texts.push({ text: cell.trim(), line });
      isOpen = false;
    } else {
      const starts = /^(?:#+|[-*]|\d+\.) /.test(content);
      const text = content.replace(/^(?:#+|[-*]|\d+\.) /, "");
      const last = texts.at(-1);
      if (isOpen && !starts && last) last.text += ` ${text}`;
      else texts.push({ text, line });
      isOpen = !content.startsWith("#");
    }
  }
  return texts;
}
