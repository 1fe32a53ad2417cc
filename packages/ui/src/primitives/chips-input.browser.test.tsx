import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ChipsInput } from "./chips-input";

test("ChipsInput shows which suggestion Enter adds", async () => {
  const added: string[] = [];
  const { getByRole } = await render(
    <ChipsInput
      entries={[]}
      options={[{ value: "ssn" }, { value: "iban" }]}
      onAdd={(values) => added.push(...values)}
      onRemove={() => {}}
      placeholder="add a field…"
      optionsLabel="Fields seen"
    />,
  );
  await getByRole("combobox").click();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  const groundOf = (name: string) =>
    getComputedStyle(getByRole("option", { name }).element()).backgroundColor;
  await expect.poll(() => groundOf("iban")).not.toBe(groundOf("ssn"));
  await userEvent.keyboard("{Enter}");
  expect(added).toEqual(["iban"]);
});
