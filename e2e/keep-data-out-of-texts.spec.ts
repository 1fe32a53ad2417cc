import { addMember, connect, createAccount, createApiKey, createLink, readPolicyContent } from "@baton/db";
import { insertWorkspace } from "@baton/db/write";
import { publishImported } from "@baton/services/policy/publish-imported";
import { expect, test } from "@playwright/test";
import { BATON_ADDRESS, DATABASE_URL } from "./env";

/** Uses its own workspace, because the published policy applies to all of it. */
const WORKSPACE = `texts-${Date.now().toString(36)}`;
const { db, close } = connect(DATABASE_URL);

test.use({ storageState: { cookies: [], origins: [] } });
test.afterAll(() => close());

test("an owner adds content rules, tries them on a text, publishes them, and the API enforces them", async ({
  page,
}) => {
  const account = await createAccount(db, {
    name: "Ada",
    email: `ada@${WORKSPACE}.test`,
    passwordHash: "none",
  });
  if (!account) throw new Error("the account is new");
  await insertWorkspace(db, { workspaceId: WORKSPACE, name: "Texts", userId: account.id });
  await addMember(db, { workspaceId: WORKSPACE, userId: account.id, roles: ["owner"] });
  await publishEnforced();
  const token = await createLink(db, { userId: account.id, purpose: "sign_in", lifetimeSeconds: 60 });
  const signedIn = await page.request.post("/api/trpc/account.signInByLink", {
    headers: { origin: BATON_ADDRESS },
    data: { json: { token } },
  });
  expect(signedIn.ok()).toBe(true);

  await page.goto(`/w/${WORKSPACE}/policies/content`);
  const rules = page.getByRole("region", { name: "Content rules", exact: true });
  await rules.getByRole("button", { name: "Personal data" }).click();
  await expect(rules).toContainText("3 rules");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(rules).toContainText("0 rules");
  await rules.getByRole("button", { name: "Personal data" }).click();
  await page
    .getByRole("region", { name: "Content rule no_ssns" })
    .getByRole("radio", { name: "Block" })
    .click();

  const tester = page.getByRole("region", { name: "Try a text" });
  await tester.getByLabel("Text", { exact: true }).fill("Mail ann@example.com about the claim.");
  await expect(tester).toContainText("no_emails: 1 found, redact");
  await expect(tester).toContainText("Mail [redacted: no_emails] about the claim.");

  const bar = page.getByRole("region", { name: "Draft", exact: true });
  await expect(bar).toContainText(/saved \d/);
  await bar.getByRole("button", { name: "Publish v2" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Publish v2" }).click();
  await expect(dialog).toBeHidden();

  const key = await createApiKey(db, {
    workspaceId: WORKSPACE,
    name: "test",
    scopes: ["evaluate"],
    createdBy: "test",
    expiresAt: null,
  });
  const scoped = await page.request.post("/api/v1/scope", {
    headers: { authorization: `Bearer ${key.token}` },
    data: {
      from: "a",
      to: "b",
      context: {
        prior_outputs: { a: { note: "Mail ann@example.com" } },
        observations: [],
        original_input: {},
      },
    },
  });
  expect(await scoped.text()).toContain("Mail [redacted: no_emails]");
});

/** Publishes a policy that is enforced and has no content rules. */
async function publishEnforced(): Promise<void> {
  const content = {
    document: JSON.stringify({ multi_agent_handoffs: { blocked_context_fields: ["internal_notes"] } }),
    policySwitch: { enabled: true, observe: false },
  };
  const parsed = readPolicyContent(content);
  if (!parsed.ok) throw new Error("the policy is valid");
  const person = { id: "cli", name: "cli" };
  await publishImported(db, { workspaceId: WORKSPACE, content, parsed, person });
}
