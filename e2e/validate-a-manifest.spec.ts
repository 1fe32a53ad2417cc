import { expect, test } from "@playwright/test";

/** An owner: which manifests can be trusted, and which agents are ready to enforce? */
test.describe("an owner", () => {
  test("filters manifests by finding, reads the details, requests changes, and undoes that", async ({
    page,
  }) => {
    await page.goto("/w/sample/manifests");
    const manifests = page.getByRole("table", { name: /^Manifests/ });
    await page.getByRole("combobox", { name: "Finding" }).selectOption("required_file_missing");
    await expect(page).toHaveURL(/finding=required_file_missing/);
    await expect(manifests.getByRole("link")).toHaveCount(1);
    await manifests.getByRole("link", { name: /choice of a repair shop/ }).click();

    const findings = page.getByRole("region", { name: "Findings" });
    const errors = findings.getByRole("region", { name: "Errors" });
    await expect(errors.getByText("required_file_missing")).toBeVisible();
    await expect(errors.getByText(/remove it from required_reading/)).toBeVisible();
    await expect(page.getByRole("region", { name: "Budget" }).getByText(/of 10,000/)).toBeVisible();

    const review = page.getByRole("region", { name: "Review" });
    await review.getByRole("button", { name: "Request changes" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Request changes" }).click();
    await expect(dialog.getByText("Describe the changes you want.")).toBeVisible();
    await dialog.getByRole("textbox", { name: "Requested changes" }).fill("The contract is not there.");
    await dialog.getByRole("button", { name: "Request changes" }).click();
    const said = review.getByRole("list", { name: "Review history" });
    await expect(said.getByText("The contract is not there.")).toBeVisible();
    await expect(review.getByText("changes requested", { exact: true })).toBeVisible();
    await page.goto("/w/sample/manifests?review=sent_back");
    await expect(manifests.getByRole("link", { name: /choice of a repair shop/ })).toHaveCount(1);

    await manifests.getByRole("link").first().click();
    await review.getByRole("button", { name: "Withdraw request" }).click();
    await expect(review.getByText("not reviewed", { exact: true })).toBeVisible();
    await expect(said.getByRole("listitem")).toHaveCount(2);
  });

  test("opens the source of a text and the manifest of a dependency, and compares two versions", async ({
    page,
  }) => {
    await page.goto("/w/sample/manifests?agent=systems-architect");
    await page
      .getByRole("table", { name: /^Manifests/ })
      .getByRole("link")
      .first()
      .click();
    const summary = page.getByRole("region", { name: "Summary" });
    await summary
      .getByText(/^Source: review\.md, line/)
      .first()
      .click();
    await expect(summary.locator("details[open] blockquote")).toBeVisible();
    await page
      .getByRole("button", { name: /^Compare with the version of/ })
      .first()
      .click();
    await expect(page.getByRole("region", { name: "Comparison" }).locator("ins").first()).toBeVisible();
    const versions = page.getByRole("region", { name: "Versions" });
    const address = await versions.getByText(/^artifact:/).textContent();
    await page.goto(
      `/w/sample/manifests?search=${encodeURIComponent(address?.replace(/@\d+$/, "@1") ?? "")}`,
    );
    await page
      .getByRole("table", { name: /^Manifests/ })
      .getByRole("link")
      .first()
      .click();
    await expect(versions.getByText(/@1$/).last()).toBeVisible();
    await expect(page.getByRole("region", { name: "Passed and read" })).toBeVisible();

    await page.goto("/w/sample/manifests?agent=backend-architect&type=plan");
    await page
      .getByRole("table", { name: /^Manifests/ })
      .getByRole("link")
      .first()
      .click();
    await expect(
      page
        .getByRole("table", { name: /^Files read from the manifest/ })
        .getByText("required reading")
        .first(),
    ).toBeVisible();
    await page.getByRole("region", { name: "Dependencies" }).getByRole("link").first().click();
    await expect(page.getByText(/^research of .*top-down-analyzer/)).toBeVisible();
  });

  test("sees which agents are ready to enforce and why others are not, raises a phase, and lowers it again", async ({
    page,
  }) => {
    await page.goto("/w/sample/manifests/rollout");
    const agents = page.getByRole("table", { name: /^Agents, their rollout phase/ });
    const failing = agents.getByRole("row", { name: /frontend-developer/ });
    await expect(failing.getByText("not yet")).toBeVisible();
    await expect(failing.getByRole("link", { name: /required_file_missing in 1/ })).toBeVisible();
    await failing.getByRole("button", { name: "Change the phase of frontend-developer" }).click();
    await page.getByRole("radio", { name: "enforce" }).click();
    const dialog = page.getByRole("dialog");
    await expect(
      dialog.getByText("2 of its last 6 manifests would have stopped the workflow."),
    ).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel" }).click();

    const ready = agents.getByRole("row", { name: /systems-architect/ });
    await expect(ready.getByText("ready", { exact: true })).toBeVisible();
    await ready.getByRole("button", { name: "Change the phase of systems-architect" }).click();
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Six reviews without an error.");
    await dialog.getByRole("button", { name: "Set enforce" }).click();
    await expect(ready.getByText("enforced", { exact: true })).toBeVisible();
    const history = page.getByRole("table", { name: /^Changes/ });
    await expect(history.getByRole("row", { name: /Six reviews without an error/ })).toBeVisible();

    await ready.getByRole("button", { name: "Back to warn for systems-architect" }).click();
    await expect(history.getByRole("row", { name: /Undone: enforce/ })).toBeVisible();
    await expect(ready.getByText("ready", { exact: true })).toBeVisible();
  });

  test("is protected from mutations of other sites: they need JSON from a page of this server", async ({
    page,
    request,
  }) => {
    await page.goto("/w/sample/manifests/rollout");
    const address = "/api/trpc/rollout.changePhase";
    const body = { json: { workspace: "sample", agent: "x", phase: "enforce", reason: "x", basedOn: null } };
    const foreign = await request.post(address, { data: body, headers: { origin: "https://other.example" } });
    expect(foreign.status()).toBe(403);
    expect((await request.post(address, { data: body })).status()).toBe(403);
    const form = await request.post(address, { multipart: { 0: JSON.stringify(body) } });
    expect(form.status()).toBe(415);
    await page.reload();
    await expect(page.getByRole("row", { name: /"x"/ })).toHaveCount(0);
  });
});
