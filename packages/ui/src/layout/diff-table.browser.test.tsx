import { useState } from "react";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { type DiffLayout, type DiffRow, DiffTable } from "./diff-table";

const same = (number: number): DiffRow => ({
  before: { number, text: `line ${number}` },
  after: { number, text: `line ${number}` },
});

const ROWS: DiffRow[] = [
  ...Array.from({ length: 10 }, (_, index) => same(index + 1)),
  { before: { number: 11, text: "  ssn: 1" }, after: null, mark: "cut", note: "blocked, −9" },
  {
    before: { number: 12, text: "the whole story" },
    after: { number: 11, text: "the short story" },
    mark: "changed",
    note: "summarized",
  },
];

function Shown({ layout }: { layout: DiffLayout }) {
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <DiffTable
      label="Before and after"
      rows={ROWS}
      layout={layout}
      doesWrap
      {...{ chosen }}
      onChoose={setChosen}
    />
  );
}

test("DiffTable marks what was removed with its reason, and compares changed texts word by word", async () => {
  const { getByRole, getByText, container } = await render(<Shown layout="split" />);
  await expect.element(getByText("blocked, −9")).toBeVisible();
  expect([...container.querySelectorAll("del")].map((each) => each.textContent)).toEqual(["ssn: 1", "whole"]);
  expect([...container.querySelectorAll("ins")].map((each) => each.textContent)).toEqual(["short"]);
  // Seven lines are too far from a change.
  await expect.element(getByText("line 8").first()).toBeVisible();
  expect(container.textContent).not.toContain("line 7");
  await getByRole("button", { name: "Show 7 unchanged lines" }).click();
  await expect.element(getByText("line 7").first()).toBeVisible();
});

test("DiffTable gives each line an address, in both layouts", async () => {
  const { getByRole, rerender, container } = await render(<Shown layout="unified" />);
  const line = getByRole("button", { name: "Link to line 11 after" });
  await line.click();
  await expect.element(line).toHaveAttribute("aria-pressed", "true");
  const rows = [...container.querySelectorAll("tr")].map(({ textContent }) => textContent);
  expect(rows.slice(-3)).toEqual([
    "11−  ssn: 1blocked, −9",
    "12−the whole storysummarized",
    "11+the short story",
  ]);
  await rerender(<Shown layout="split" />);
  await expect.element(line).toHaveAttribute("aria-pressed", "true");
});
