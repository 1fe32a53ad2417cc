import { expect, it, vi } from "vitest";
import { RUNTIMES } from "./runtimes";

const PLACE = {
  commands: { baton: "npx baton", start: null },
  workspace: "w",
  server: "https://baton.example.org:8443",
  ingest: "https://baton.example.org:8443",
  isShared: true,
  key: "KEY",
};

it("the snippets of a shared Baton name no address, file or database of its machine", () => {
  for (const { id, scopes, steps } of RUNTIMES.filter(({ scopes: needed }) => needed)) {
    const code = steps(PLACE)
      .map((step) => step.code)
      .join("\n");
    expect(code, id).toContain(scopes?.includes("read") ? PLACE.server : PLACE.ingest);
    expect(code, id).toContain("KEY");
    expect(code, id).not.toMatch(/127\.0\.0\.1|baton ingest/);
  }
});

it("libraries follow the live policy of the workspace, on this machine too", () => {
  const local = { ...PLACE, server: "http://127.0.0.1:3000", isShared: false };
  for (const { id, scopes, steps } of RUNTIMES) {
    if (!scopes?.includes("read")) continue;
    const code = steps(local)
      .map((step) => step.code)
      .join("\n");
    expect(code, id).toContain('"http://127.0.0.1:3000"');
    expect(code, id).toContain("npx baton ingest sessions --workspace w");
  }
});

it("packages have the version of the build", () => {
  vi.stubEnv("BATON_VERSION", "1.2.3");
  const code = RUNTIMES.flatMap(({ steps }) => steps(PLACE).map((step) => step.code)).join("\n");
  expect(code).toContain("BATON/dist/baton-core-1.2.3.tgz BATON/dist/baton-langgraph-1.2.3.tgz");
  expect(code).toContain("BATON/dist/baton_policy-1.2.3-py3-none-any.whl");
  expect(code).not.toContain("0.1.0");
});
