import { useDeferredValue, useState } from "react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { type CommandGroup, CommandMenu } from "./command-menu";

/** A menu with pages of its own, and pairs and settings that appear once the deferred text arrives. */
function Menu({ onOpen }: { onOpen: (id: string) => void }) {
  const [query, setQuery] = useState("");
  const searched = useDeferredValue(query);
  const toGroup = (heading: string, names: readonly string[], isFound = false): CommandGroup => ({
    heading,
    isFound,
    items: names.map((text) => ({ id: text, text, onSelect: () => onOpen(text) })),
  });
  return (
    <CommandMenu
      isOpen
      onOpenChange={() => {}}
      query={query}
      onQueryChange={setQuery}
      groups={[
        toGroup("Pairs", ["retriever_agent → content_agent", "triage_agent → content_agent"]),
        toGroup("Sessions", searched === "0b38" ? ["A session with a title"] : [], true),
        toGroup("Settings", searched === "" ? [] : ["Members", "Retention"]),
      ]}
    />
  );
}

test("CommandMenu opens the best match on Enter, also when it arrives after a worse one", async () => {
  const opened: string[] = [];
  const { getByRole } = await render(<Menu onOpen={(id) => opened.push(id)} />);
  await getByRole("combobox").fill("retent");
  const best = getByRole("option", { name: "Retention" });
  await expect.element(best).toHaveAttribute("data-active-item");
  await expect.element(getByRole("combobox")).toHaveAttribute("aria-activedescendant", best.element().id);
  await userEvent.keyboard("{Enter}");
  expect(opened).toEqual(["Retention"]);
});

test("CommandMenu keeps an item chosen by arrow key until the text changes", async () => {
  const opened: string[] = [];
  const { getByRole } = await render(<Menu onOpen={(id) => opened.push(id)} />);
  await getByRole("combobox").fill("agent");
  await userEvent.keyboard("{ArrowDown}");
  const second = getByRole("option", { name: "triage_agent" });
  await expect.element(second).toHaveAttribute("data-active-item");
  await getByRole("combobox").fill("agents");
  await expect.element(second).not.toBeInTheDocument();
  await getByRole("combobox").fill("agent");
  await userEvent.keyboard("{Enter}");
  expect(opened).toEqual(["retriever_agent → content_agent"]);
});

test("CommandMenu shows what the app found by other words than its text", async () => {
  const { getByRole } = await render(<Menu onOpen={() => {}} />);
  await getByRole("combobox").fill("0b38");
  await expect.element(getByRole("option", { name: "A session with a title" })).toBeVisible();
});
