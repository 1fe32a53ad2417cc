import { expect, it } from "vitest";
import { render } from "vitest-browser-react";
import { TimeAgo } from "./time";

it("TimeAgo never shows a past event as a future one", async () => {
  const now = Date.UTC(2026, 10, 27, 12);
  // A page that was loaded before the event, or whose clock is behind.
  const { getByText } = await render(<TimeAgo at={now + 90_000} timeZone="UTC" now={now} />);
  await expect.element(getByText("just now")).toBeVisible();
});
