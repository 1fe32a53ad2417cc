import { lintPolicy } from "@baton/core/policy";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { useReducer } from "react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { EMPTY_CONTENT } from "../draft/draft-content";
import { reduceDraft, startDraft } from "../draft/draft-state";
import { readPolicy } from "../draft/read-policy";
import { RuleForm } from "./rule-form";

const NOW = Date.parse("2026-11-22T00:00:00Z");
const AGENTS = ["fraud_agent", "severity_agent"];

/** Renders the form for a draft's only rule, which no version contains. */
function NewRule({ more = {} }: { more?: object }) {
  const rule = {
    rule_id: "fraud_agent_to_severity_agent",
    from_agent_id: "fraud_agent",
    to_agent_id: "severity_agent",
    ...more,
  };
  const [{ content }, dispatch] = useReducer(
    reduceDraft,
    startDraft({ ...EMPTY_CONTENT, section: { agent_handoff_rules: [rule] } }),
  );
  const policy = readPolicy(content);
  const [drawn] = policy?.agent_handoff_rules ?? [];
  if (!policy || !drawn) throw new Error("the draft has a rule");
  return (
    <NuqsTestingAdapter>
      <RuleForm
        rule={drawn}
        position={0}
        liveRule={null}
        findings={lintPolicy(policy, {
          now: NOW,
          seenAgents: AGENTS,
          seenFields: ["fraud_agent.repair_time_days", "fraud_agent.internal_notes"],
        })}
        context={{
          policy,
          now: NOW,
          agents: AGENTS,
          outputFields: [
            { name: "repair_time_days", handoffs: 96 },
            { name: "internal_notes", handoffs: 10 },
          ],
          names: [{ name: "internal_notes", handoffs: 10 }],
        }}
        isReportedKnown
        handoffs={100}
        dispatch={dispatch}
      />
    </NuqsTestingAdapter>
  );
}

test("RuleForm names a new rule after its agents, including an agent without traffic", async () => {
  const { getByLabelText, getByRole, getByPlaceholder } = await render(<NewRule />);
  await getByLabelText("To", { exact: true }).click();
  await getByPlaceholder("Find or name an agent").fill("payout_agent");
  await getByRole("option", { name: "Use “payout_agent” (no handoffs yet)" }).click();
  await expect.element(getByLabelText("Rule id")).toHaveValue("fraud_agent_to_payout_agent");
  await expect.element(getByRole("region", { name: "Rule fraud_agent_to_payout_agent" })).toBeVisible();
});

test("RuleForm sets a rule to observe, and back to the default", async () => {
  const { getByRole, getByText } = await render(<NewRule />);
  const choose = (name: string) => getByRole("radio", { name, exact: true }).click();
  await choose("Observe");
  await expect.element(getByText("The rule changes nothing.")).toBeVisible();
  await choose("Enforce");
  await expect.element(getByText("The rule decides what passes.")).toBeVisible();
});

test("RuleForm adds fields by keyboard with their share, rejects duplicates, and removes the last one", async () => {
  const { getByLabelText, getByRole } = await render(<NewRule more={{ allowed_context_fields: [] }} />);
  const fields = getByLabelText("Allowed fields");
  await fields.click();
  await expect.element(getByRole("option", { name: "repair_time_days" })).toHaveTextContent("96.0 %");
  await userEvent.keyboard("repair{ArrowDown}{Enter}");
  await expect.element(getByRole("button", { name: "Remove repair_time_days" })).toBeVisible();

  // Enter adds exactly what was typed, also if a suggestion is longer.
  await userEvent.keyboard("internal{Enter}");
  await expect.element(getByLabelText("Remove internal", { exact: true })).toBeVisible();
  await userEvent.keyboard("{Backspace}");

  await userEvent.keyboard("repair_time_days,");
  await expect.element(getByRole("alert")).toHaveTextContent("repair_time_days is already in the list.");

  await fields.clear();
  await userEvent.keyboard("{Backspace}");
  await expect.element(getByRole("button", { name: "Remove repair_time_days" })).not.toBeInTheDocument();
});

test("RuleForm adds each name of a pasted list, and keeps what it refuses", async () => {
  const { getByLabelText, getByRole } = await render(<NewRule more={{ allowed_context_fields: [] }} />);
  const fields = getByLabelText("Allowed fields");
  await fields.click();
  const pasted = new DataTransfer();
  pasted.setData("text", "one, two\nthree, a[0]");
  document.activeElement?.dispatchEvent(
    new ClipboardEvent("paste", { clipboardData: pasted, bubbles: true, cancelable: true }),
  );
  for (const name of ["one", "two", "three"])
    await expect.element(getByLabelText(`Remove ${name}`)).toBeVisible();
  await expect.element(getByRole("alert")).toBeVisible();
  await expect.element(fields).toHaveValue("a[0]");
});

test("RuleForm takes “any” for any agent", async () => {
  const { getByLabelText, getByRole, getByPlaceholder } = await render(<NewRule />);
  await getByLabelText("To", { exact: true }).click();
  await getByPlaceholder("Find or name an agent").fill("any");
  await userEvent.keyboard("{Enter}");
  await expect.element(getByLabelText("To", { exact: true })).toHaveTextContent("* any agent");
  await expect.element(getByRole("region", { name: /fraud_agent_to/ })).toBeVisible();
});

test("RuleForm suggests the field that was probably meant, and fixes it with one click", async () => {
  const { getByRole, getByText } = await render(
    <NewRule more={{ allowed_context_fields: ["repair_time_day"] }} />,
  );
  await expect.element(getByText("never seen")).toBeVisible();
  await getByRole("button", { name: "Use repair_time_days" }).click();
  await expect.element(getByRole("button", { name: "Remove repair_time_days" })).toBeVisible();
  await expect.element(getByText("unseen_field")).not.toBeInTheDocument();
});

test("RuleForm shows allowed fields only in scoped mode, and only if not all fields pass", async () => {
  const { getByLabelText, getByText } = await render(<NewRule more={{ handoff_mode: "full" }} />);
  await expect.element(getByLabelText("Allowed fields")).not.toBeInTheDocument();
  await getByText("scoped", { exact: true }).click();
  const allPass = getByLabelText("All fields except blocked ones");
  await expect.element(allPass).toBeChecked();
  await allPass.click();
  await expect.element(getByLabelText("Allowed fields")).toBeVisible();
});
