import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Markdown } from "./markdown";

const render = (text: string) => renderToStaticMarkup(createElement(Markdown, { text }));

/**
 * Active content in a browser: elements that run or fetch, attributes that
 * run code, and links other than web URLs.
 */
const ACTIVE =
  /<(?:script|iframe|object|embed|svg|style|form|img|link|base|meta)\b|<[^>]*\s(?:on\w+=|(?:href|src)="(?!https?:|mailto:))/i;

describe("Markdown written by agents", () => {
  it.each([
    "<script>alert(1)</script>",
    "a <img src=x onerror=alert(1)> b",
    '<iframe src="https://example.org"></iframe>',
    "<svg onload=alert(1)>",
    '<a href="javascript:alert(1)">press</a>',
    "[press](javascript:alert(1))",
    "[press](JaVaScRiPt:alert(1))",
    "[press](java\nscript:alert(1))",
    "[press](&#106;avascript:alert(1))",
    "[press](data:text/html;base64,PHNjcmlwdD4=)",
    "[press](vbscript:x)",
    "![x](javascript:alert(1))",
    '![x](https://example.org/beacon.png "onload=alert(1)")',
    "<javascript:alert(1)>",
    "[a]: javascript:alert(1)\n\n[a]",
    "| <b onclick=alert(1)>x</b> |\n|---|\n| <script>1</script> |",
    "<style>*{display:none}</style>",
    "<details open ontoggle=alert(1)>",
  ])("is rendered without active content: %j", (text) => {
    expect(render(text)).not.toMatch(ACTIVE);
  });

  it("shows HTML in code as text", () => {
    expect(render("`<script>`")).toContain("<code>&lt;script&gt;</code>");
  });

  it("keeps web links, and sends no referrer", () => {
    const html = render("[docs](https://example.org/a)");
    expect(html).toContain('href="https://example.org/a"');
    expect(html).toContain("noreferrer");
  });

  it("has no links for file paths", () => {
    expect(render("[pager](src/pager.ts)")).toContain('<span title="src/pager.ts">pager</span>');
    expect(render("[up](#top)")).not.toContain("href");
  });

  it("has only prefixed IDs, so that they cannot clash with the page's own", () => {
    expect(render("text[^1]\n\n[^1]: note")).not.toMatch(/id="(?!document-)(?!footnote)/);
  });

  it("supports tables, tasks, and headings below the page's own", () => {
    const html = render("# Title\n\n- [x] done\n\n| a |\n|---|\n| b |");
    expect(html).toContain("<h3");
    expect(html).not.toMatch(/<h[12]/);
    expect(html).toContain("☑");
    expect(html).toContain("<td>b</td>");
  });

  it("renders in proportion to its text: wide tables stay text, and long URLs are not repeated at each reference", () => {
    const wide = (columns: number, rows: number) =>
      `${Array(columns).fill("a").join("|")}\n${Array(columns).fill("-").join("|")}\n${"b\n".repeat(rows)}`;
    expect(render(wide(10, 100)).match(/<td/g)).toHaveLength(1_000);
    const drawn = render(`before\n\n${wide(50, 90)}\n\n${wide(1_000, 3_000)}\n\nafter`);
    expect(drawn.match(/<td/g)).toHaveLength(4_500);
    expect(drawn).toMatch(/^.*before.*<pre.*a\|a\|a.*after/s);
    const address = `https://x.org/${"a".repeat(5_000)}`;
    expect(render(`${"[x] ".repeat(500)}\n\n[x]: ${address}`)).not.toContain("aaaaaa");
  });
});
