import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { ReviewDialog } from "./review-dialog";

test("ReviewDialog requires a comment to request changes, and keeps it when saving fails", async () => {
  const onConfirm = vi.fn().mockRejectedValueOnce(new Error("The manifest has changed."));
  const { getByRole, getByLabelText } = await render(
    <ReviewDialog verdict="sent_back" onConfirm={onConfirm} />,
  );
  await getByRole("button", { name: "Request changes" }).click();
  const dialog = getByRole("dialog", { name: "Request changes to this manifest?" });
  const comment = getByLabelText("Requested changes");
  const confirm = dialog.getByRole("button", { name: "Request changes" });

  await confirm.click();
  await expect.element(comment).toHaveAccessibleDescription("Describe the changes you want.");
  expect(onConfirm).not.toHaveBeenCalled();

  await comment.fill("The budget is missing.");
  await confirm.click();
  await expect.element(dialog.getByRole("alert")).toHaveTextContent("The manifest has changed.");
  await expect.element(comment).toHaveValue("The budget is missing.");

  await confirm.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(onConfirm).toHaveBeenLastCalledWith("sent_back", "The budget is missing.");
});
