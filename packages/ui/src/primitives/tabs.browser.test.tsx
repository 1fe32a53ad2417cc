import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { TabNav } from "./tabs";

const NAMES = Array.from({ length: 20 }, (_, index) => `Settings of kind ${index + 1}`);

it("TabNav shows the open tab, also if it is beyond the edge", async () => {
  const showTabs = (open: string) => (
    <TabNav
      label="Settings"
      items={NAMES.map((name) => ({ href: `#${name}`, label: name, isCurrent: name === open }))}
    />
  );
  const { rerender } = await render(showTabs("Settings of kind 18"));
  await expect.element(page.getByText("Settings of kind 18")).toBeInViewport({ ratio: 0.9 });
  await rerender(showTabs("Settings of kind 1"));
  await expect.element(page.getByText("Settings of kind 1", { exact: true })).toBeInViewport({ ratio: 0.9 });
});
