describe("GET /oauth2/authorize", () => {
  it("goes back to the registered address with code and state", async () => {
    const response = await get("/oauth2/authorize", { ...query, state: "0123456789abcdef" });
    expect(response.status).toBe(302);
    expect(new URL(response.headers.get("location")).searchParams.get("state")).toBe("0123456789abcdef");
  });

  it("never redirects to an address that is not registered", async () => {
    const response = await get("/oauth2/authorize", { ...query, redirect_uri: "https://elsewhere.example" });
    expect(response.status).toBe(400);
  });

  it.each(["plain", "", "s256"])("refuses the challenge method %j", async (method) => {
    const response = await get("/oauth2/authorize", { ...query, code_challenge_method: method });
    expect(response.status).toBe(400);
  });
});
