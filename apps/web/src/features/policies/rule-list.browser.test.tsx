import { parsePolicy } from "@baton/core";
import { withNuqsTestingAdapter } from "nuqs/adapters/testing";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { RuleList } from "./rule-list";
import { orderRules } from "./rule-order";
import { listRuleRows } from "./rule-rows";
import { RuleSearch } from "./rule-search";

const COUNT = 500;

/** A policy of 500 rules between as many pairs, two of which block a field of their own. */
const parsed = parsePolicy({
  multi_agent_handoffs: {
    agent_handoff_rules: Array.from({ length: COUNT }, (_, index) => ({
      rule_id: `rule_${index}`,
      from_agent_id: `sender_${index}`,
      to_agent_id: "receiver",
      ...(index === 3 && { expires_at: "2020-01-01T00:00:00Z" }),
      blocked_context_fields: index === 250 || index === 400 ? ["secret_notes"] : [],
    })),
  },
});
if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings));
const { policy } = parsed;
const rows = listRuleRows(orderRules(policy), []).filter(({ rule }) => rule !== null);

function List({ onMove }: { onMove: (from: number, to: number) => void }) {
  const [selected, setSelected] = useState(rows[0]?.key ?? null);
  return (
    <>
      <RuleSearch />
      <RuleList
        policy={policy}
        rows={rows}
        period={null}
        selectedKey={selected}
        hrefOf={({ ruleId }) => `?rule=${ruleId}`}
        onSelect={({ key }) => setSelected(key)}
        editing={{
          live: policy,
          findingCounts: new Map([[7, 3]]),
          onMove,
          onBlock: () => {},
          findings: { count: 5, onShow: () => {} },
        }}
      />
    </>
  );
}

test("RuleList draws only what is in view of 500 rules, finds rules by field, and moves with the arrow keys", async () => {
  const { getByRole, getByLabelText, getByText, container } = await render(<List onMove={() => {}} />, {
    wrapper: withNuqsTestingAdapter({ hasMemory: true }),
  });
  await expect.element(getByText("500 rules")).toBeVisible();
  expect(container.querySelectorAll("li").length).toBeLessThan(60);
  await expect.element(getByText("expired 1 Jan 2020, 00:00")).toBeVisible();

  const first = getByRole("link", { name: /sender_0 to receiver/ });
  await expect.element(first).toHaveAttribute("aria-current", "true");
  await first.click();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  await expect.element(getByRole("link", { name: /sender_2 to receiver/ })).toHaveFocus();

  await getByLabelText("Find rules").fill("secret_no");
  await expect.element(getByText("2 of 500 rules")).toBeVisible();
  await getByRole("link", { name: /sender_400 to receiver/ }).click();
  await expect.element(getByRole("link", { name: /sender_400/ })).toHaveAttribute("aria-current", "true");

  // The open rule stays in view without the search.
  await getByLabelText("Find rules").clear();
  await expect.element(getByRole("link", { name: /sender_400/ })).toBeVisible();
  await getByLabelText("Show").selectOptions("findings");
  await expect.element(getByText("1 of 500 rules")).toBeVisible();
  await expect.element(getByText("3 findings")).toBeInTheDocument();
});

test("RuleSearch searches at once if the person leaves it before the pause", async () => {
  const onUrlUpdate = vi.fn();
  const { getByLabelText } = await render(<RuleSearch />, {
    wrapper: withNuqsTestingAdapter({ hasMemory: true, onUrlUpdate }),
  });
  await getByLabelText("Find rules").click();
  await userEvent.keyboard("sender_4{Tab}");
  await expect.poll(() => onUrlUpdate.mock.lastCall?.[0].queryString).toBe("?q=sender_4");
});

test("RuleList moves a rule that is dragged onto another one", async () => {
  const onMove = vi.fn();
  const { getByRole } = await render(<List onMove={onMove} />, { wrapper: withNuqsTestingAdapter() });
  await getByRole("listitem").nth(4).dropTo(getByRole("listitem").nth(1));
  expect(onMove).toHaveBeenCalledWith(4, 1);
});
