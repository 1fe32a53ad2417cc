
describe("${lowercase(en)}", () => {
  it("is shown", async () => {
    render(<${title} />, { claim: claimWith({ ${id}: "as the service says" }) });
    expect(await screen.findByText("as the service says")).toBeVisible();
  });

  it("is said to be missing where the service has none", async () => {
    render(<${title} />, { claim: claimWith({ ${id}: null }) });
    expect(await screen.findByText("${en} ${texts.missing}")).toBeVisible();
  });

  it("can be asked for again where it failed", async () => {
    const service = failOnce("${id}");
    render(<${title} />, { service });
    await userEvent.click(await screen.findByRole("button", { name: "${texts.retry}" }));
    expect(service.requests).toHaveLength(2);
  });
});
