import { describe, expect, it } from "vitest";
import { artifactDirectory } from "./artifact-directory";

const directoryOf = (scope: string, timestamp = "2026-01-02T10:30:00Z") =>
  artifactDirectory({ agent: "backend-architect", timestamp, scope });

describe("artifactDirectory", () => {
  it.each([
    ["OAuth2 with PKCE", "oauth2-with-pkce"],
    ["  Prüfung: Café & Größe!  ", "prufung-cafe-große"],
    ["../../etc/passwd", "etc-passwd"],
    ["認証の分析", "認証の分析"],
    ["\u0000…", "artifact"],
    [`${"long ".repeat(20)}`, "long-long-long-long-long-long-long-long-long-lon"],
  ])("turns the scope %j into a path segment", (scope, slug) => {
    expect(directoryOf(scope)).toBe(`artifacts/backend-architect/2026-01-02T10-30-00.000Z-${slug}/`);
  });

  it("gives the same moment the same name in any time zone", () => {
    expect(directoryOf("x", "2026-01-02T11:30:00+01:00")).toBe(directoryOf("x"));
  });
});
