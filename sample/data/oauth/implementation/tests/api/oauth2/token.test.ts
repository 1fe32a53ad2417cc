describe("POST /oauth2/token", () => {
  it("gives a token for the code and its verifier, once", async () => {
    const code = await authorizeAs("customer-17");
    expect((await exchange(code, verifier)).status).toBe(200);
    expect((await exchange(code, verifier)).status).toBe(400);
  });

  it("refuses another verifier", async () => {
    const code = await authorizeAs("customer-17");
    expect((await exchange(code, "x".repeat(43))).status).toBe(400);
  });

  it("ends the family when a refresh token is used twice", async () => {
    const [first, second] = await refreshTwice();
    expect(second.status).toBe(400);
    expect((await refresh(first.cookie)).status).toBe(400);
  });
});
