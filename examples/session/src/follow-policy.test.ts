import { afterEach, describe, expect, it, vi } from "vitest";
import { followPolicy } from "./follow-policy";

afterEach(() => vi.unstubAllEnvs());

describe("followPolicy", () => {
  it("reads the files where no server is named, by an empty variable either", async () => {
    vi.stubEnv("BATON_URL", "");
    vi.stubEnv("BATON_API_KEY", undefined);
    const { policy } = await followPolicy("unused");
    expect(policy.version).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    ["BATON_URL", "http://127.0.0.1:3000", "BATON_API_KEY: is not set, though BATON_URL is"],
    ["BATON_API_KEY", "baton_0_1", "BATON_URL: is not set, though BATON_API_KEY is"],
  ])("does not go on by the files where only %s is set", async (name, value, message) => {
    vi.stubEnv("BATON_URL", undefined);
    vi.stubEnv("BATON_API_KEY", undefined);
    vi.stubEnv(name, value);
    await expect(followPolicy("unused")).rejects.toThrow(message);
  });
});
