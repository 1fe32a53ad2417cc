import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { useState } from "react";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { CustomPeriod } from "./custom-period";

function Page() {
  const [range, setRange] = useState("30d");
  return (
    <NuqsTestingAdapter>
      <CustomPeriod range={range} onRangeChange={setRange} />
      <output>{range}</output>
    </NuqsTestingAdapter>
  );
}

test("CustomPeriod chooses a part of the calendar, and its button then names it", async () => {
  const screen = await render(<Page />);
  await screen.getByRole("button", { name: "Last month" }).click();
  await expect.element(screen.getByText("last-month", { exact: true })).toBeVisible();
  await screen.getByRole("button", { name: "Last month" }).click();
  await expect
    .element(screen.getByRole("button", { name: "Last month" }).nth(1))
    .toHaveAttribute("aria-pressed", "true");
});
