import { useState } from "react";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { type FilterChoice, FilterSelects, toNameOptions, toOptions } from "./filter-selects";

type Values = { verdict: string | null; agent: string | null };

const CHOICES: FilterChoice<keyof Values>[] = [
  { key: "verdict", label: "Verdict", any: "Any", options: toOptions(["accepted", "rejected"]) },
  {
    key: "agent",
    label: "Agent",
    any: "Any agent",
    ...toNameOptions({ names: ["claims_agent"], count: 40 }),
  },
];

function Filters() {
  const [values, setValues] = useState<Values>({ verdict: null, agent: "retired_agent" });
  return (
    <>
      <FilterSelects
        choices={CHOICES}
        values={values}
        onChange={(key, value) => setValues({ ...values, [key]: value })}
      />
      <output>{`verdict ${values.verdict}, agent ${values.agent}`}</output>
    </>
  );
}

test("FilterSelects sets and clears a filter, and shows a selected agent that is no longer listed", async () => {
  const { getByLabelText, getByRole } = await render(<Filters />);
  const values = getByRole("status");
  const agent = getByLabelText("Agent, the first 1 of 40");
  await expect.element(agent).toHaveDisplayValue("retired_agent");

  await getByLabelText("Verdict").selectOptions("rejected");
  await expect.element(values).toHaveTextContent("verdict rejected, agent retired_agent");
  await agent.selectOptions("Any agent");
  await expect.element(values).toHaveTextContent("verdict rejected, agent null");
  await expect.element(agent).toHaveDisplayValue("Any agent");
});
