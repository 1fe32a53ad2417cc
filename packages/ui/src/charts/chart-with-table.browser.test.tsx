import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { ChartWithTable } from "./chart-with-table";
import { SeriesTable } from "./series-table";
import { StackedBarChart } from "./stacked-bar-chart";

const SERIES = [
  { id: "scoping", label: "Scoping" },
  { id: "compaction", label: "Compaction" },
];
const POINTS = [
  { key: "2026-11-03", label: "3 Nov", values: { scoping: 300, compaction: 100 } },
  { key: "2026-11-04", label: "4 Nov", values: null },
  { key: "2026-11-05", label: "5 Nov", values: { scoping: 500, compaction: 0 } },
];

test("ChartWithTable shows a day's numbers on hover, opens the day on click, and shows the same numbers as a table", async () => {
  const onSelect = vi.fn();
  const { getByRole, getByText, container } = await render(
    <ChartWithTable
      title="Saved"
      chart={
        <StackedBarChart description="Saved per day" points={POINTS} series={SERIES} onSelect={onSelect} />
      }
      table={<SeriesTable caption="Saved per day" pointHeader="Day" points={POINTS} series={SERIES} />}
    />,
  );
  const chart = getByRole("img", { name: "Saved per day" });
  await expect.element(chart).toHaveTextContent("3 Nov");
  // Neither a day without data nor a zero has a bar.
  await expect.poll(() => container.querySelectorAll(".recharts-bar-rectangle rect").length).toBe(3);

  const { width, height } = chart.element().getBoundingClientRect();
  const onTheLastDay = { x: width * 0.85, y: height / 2 };
  await chart.hover({ position: onTheLastDay });
  const card = container.querySelector(".recharts-tooltip-wrapper");
  await expect.poll(() => card?.textContent).toContain("500");
  await chart.click({ position: onTheLastDay });
  expect(onSelect).toHaveBeenCalledExactlyOnceWith("2026-11-05");

  await getByText("Table").click();
  await expect.element(chart).not.toBeInTheDocument();
  await expect.element(getByRole("row", { name: "5 Nov 500 0 500" })).toBeVisible();
  await expect.element(getByRole("row", { name: "4 Nov, no data – – –" })).toBeVisible();
  await expect.element(getByRole("row", { name: "Sum 800 100 900" })).toBeVisible();
});
