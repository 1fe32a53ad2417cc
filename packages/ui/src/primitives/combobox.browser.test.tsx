import { useState } from "react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Combobox } from "./combobox";
import { Field } from "./field";

const AGENTS = ["claims_agent", "fraud_agent", "severity_agent"].map((value) => ({ value, text: value }));

function AgentPicker() {
  const [agent, setAgent] = useState<string | null>(null);
  return (
    <Field label="Agent">
      <Combobox
        options={AGENTS}
        value={agent}
        onValueChange={setAgent}
        placeholder="any agent"
        searchLabel="Find an agent"
      />
    </Field>
  );
}

test("Combobox finds an option by part of its name, keeps the value on Escape, and clears it when it is selected again", async () => {
  const { getByLabelText, getByRole, getByPlaceholder } = await render(<AgentPicker />);
  const button = getByLabelText("Agent");
  const search = getByPlaceholder("Find an agent");
  await expect.element(button).toHaveTextContent("any agent");

  await button.click();
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard("fraud");
  await expect.element(getByRole("option", { name: "claims_agent" })).not.toBeInTheDocument();
  await userEvent.keyboard("{Enter}");
  await expect.element(search).not.toBeInTheDocument();
  await expect.element(button).toHaveTextContent("fraud_agent");

  await button.click();
  await search.fill("claims");
  await userEvent.keyboard("{Escape}");
  await expect.element(search).not.toBeInTheDocument();
  await expect.element(button).toHaveTextContent("fraud_agent");

  await button.click();
  await getByRole("option", { name: "fraud_agent" }).click();
  await expect.element(button).toHaveTextContent("any agent");
});
