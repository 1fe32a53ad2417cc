import { expect, it, vi } from "vitest";
import { RUNTIMES } from "./runtimes";

const PLACE = {
  commands: { start: "npm start", baton: "npx baton", anywhere: "/clone/node_modules/.bin/baton" },
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
    expect(code, id).toContain("/clone/node_modules/.bin/baton ingest sessions --workspace w");
  }
});

it("packages have the version of the build", () => {
  vi.stubEnv("BATON_VERSION", "1.2.3");
  const code = RUNTIMES.flatMap(({ steps }) => steps(PLACE).map((step) => step.code)).join("\n");
  expect(code).toContain("BATON/dist/baton-core-1.2.3.tgz BATON/dist/baton-langgraph-1.2.3.tgz");
  expect(code).toContain("BATON/dist/baton_policy-1.2.3-py3-none-any.whl");
  expect(code).not.toContain("0.1.0");
});

it("commands work in every folder: “npx baton” would run a stranger's package outside of the clone", () => {
  const local = { ...PLACE, isShared: false };
  for (const { id, steps } of RUNTIMES) {
    const code = [...steps(local), ...steps(PLACE)].map((step) => step.code).join("\n");
    expect(code, id).not.toContain("npx baton");
  }
});
