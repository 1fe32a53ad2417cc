import { expect, it } from "vitest";
import { apiUrl } from "./api-url";

it.each([
  ["https://example.com", "https://example.com/api/v1/policy"],
  ["https://example.com/", "https://example.com/api/v1/policy"],
  ["https://example.com:8443/tools/baton", "https://example.com:8443/tools/baton/api/v1/policy"],
  ["https://example.com/baton/", "https://example.com/baton/api/v1/policy"],
])("apiUrl keeps the path of the server %s", (server, expected) => {
  expect(apiUrl(server, "/api/v1/policy").href).toBe(expected);
});

it("apiUrl keeps a query, and rejects an invalid server", () => {
  const url = apiUrl("http://127.0.0.1:3000/baton", "/api/v1/sessions?agent=a%2Fb&range=30d");
  expect(url.href).toBe("http://127.0.0.1:3000/baton/api/v1/sessions?agent=a%2Fb&range=30d");
  expect(() => apiUrl("baton", "/api/v1/policy")).toThrow(TypeError);
});
