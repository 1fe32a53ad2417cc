import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { type Column, DataTable } from "./data-table";

type Pair = { name: string; tokens: number | null };

const PAIRS: Pair[] = [
  { name: "claims → fraud", tokens: 120 },
  { name: "fraud → severity", tokens: null },
  { name: "intake → claims", tokens: 4_800 },
];

const COLUMNS: Column<Pair>[] = [
  { id: "name", header: "Pair", cell: ({ name }) => name, sortBy: ({ name }) => name, sum: "Sum" },
  {
    id: "tokens",
    header: "Tokens",
    cell: ({ tokens }) => tokens ?? "–",
    sortBy: ({ tokens }) => tokens,
    sum: 4_920,
    isNumeric: true,
  },
];

test("DataTable sorts numbers from the largest, keeps empty values last, and keeps the totals", async () => {
  const { getByRole, container } = await render(
    <DataTable caption="Pairs" columns={COLUMNS} rows={PAIRS} keyOf={({ name }) => name} />,
  );
  const listTokens = () =>
    [...container.querySelectorAll("tbody tr")].map((row) => row.lastChild?.textContent);
  expect(listTokens()).toEqual(["120", "–", "4800"]);

  await getByRole("button", { name: "Tokens" }).click();
  const head = getByRole("columnheader", { name: "Tokens" });
  await expect.element(head).toHaveAttribute("aria-sort", "descending");
  expect(listTokens()).toEqual(["4800", "120", "–"]);

  await getByRole("button", { name: "Tokens" }).click();
  await expect.element(head).toHaveAttribute("aria-sort", "ascending");
  expect(listTokens()).toEqual(["120", "4800", "–"]);
  await expect.element(getByRole("row", { name: "Sum 4920" })).toBeVisible();
});

test("DataTable loads more rows on request, and selects a row on a click in its middle", async () => {
  const onSelect = vi.fn();
  const { getByRole } = await render(
    <DataTable
      caption="Pairs"
      columns={COLUMNS}
      rows={PAIRS}
      keyOf={({ name }) => name}
      onSelect={onSelect}
      rowsAtOnce={2}
    />,
  );
  await expect.element(getByRole("cell", { name: "4800" })).not.toBeInTheDocument();
  await getByRole("button", { name: "Load more" }).click();
  await expect.element(getByRole("button", { name: "Load more" })).not.toBeInTheDocument();

  await getByRole("row", { name: "intake → claims 4800" }).click();
  expect(onSelect).toHaveBeenCalledExactlyOnceWith({ name: "intake → claims", tokens: 4_800 });
});
