import { describe, expect, it } from "vitest";
import { artifactAddress, findVersion, parseArtifactAddress } from "./artifact-address";

describe("an artifact address", () => {
  it("names an agent, a scope and a version, or the newest", () => {
    expect(parseArtifactAddress("artifact://research/oauth@2")).toEqual({
      agent: "research",
      scope: "oauth",
      version: 2,
    });
    expect(parseArtifactAddress("artifact://research/oauth@latest")?.version).toBeNull();
    expect(parseArtifactAddress(artifactAddress({ agent: "a.b", scope: "Größe: OAuth flow" }, 3))).toEqual({
      agent: "a.b",
      scope: "große-oauth-flow",
      version: 3,
    });
  });

  it.each([
    "oauth",
    "artifact://research",
    "artifact://../x",
    "artifact://a/b@0",
    "artifact://a/b/c",
    "artifact://a/%",
  ])("is not %s, unless it is read without failing", (text) => {
    expect(parseArtifactAddress(text)?.scope ?? "%").toBe("%");
  });

  it("finds a version from the oldest on, among those of its scope", () => {
    const versions = [{ scope: "OAuth" }, { scope: "other" }, { scope: "oauth!" }];
    const find = (text: string) => {
      const address = parseArtifactAddress(text);
      return (
        address && versions.indexOf(findVersion(address, versions, ({ scope }) => scope) ?? { scope: "" })
      );
    };
    expect(find("artifact://research/oauth@1")).toBe(2);
    expect(find("artifact://research/oauth@2")).toBe(0);
    expect(find("artifact://research/oauth")).toBe(0);
    expect(find("artifact://research/oauth@3")).toBe(-1);
  });
});
