import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { z } from "zod";
import { CORE_VERSION, clientHeaders } from "./client-headers";

it("CORE_VERSION is the version of the package", async () => {
  const text = await readFile(new URL("../../../package.json", import.meta.url), "utf8");
  expect(z.object({ version: z.string() }).parse(JSON.parse(text)).version).toBe(CORE_VERSION);
});

it("clientHeaders writes names that a header can hold", () => {
  const headers = new Headers(clientHeaders("höst\n1 hook", null));
  expect(headers.get("baton-instance")).toBe("h%C3%B6st%0A1%20hook");
  expect(headers.get("baton-policy-version")).toBe("none");
});
