import { describe, expect, it } from "vitest";
import { z } from "zod";
import { LOG_LEVELS, parseEnvironment } from "./environment";

const Variables = z.object({
  ADDRESS: z.string().regex(/^https:/, "begins with https://"),
  LEVEL: z.enum(LOG_LEVELS).default("info"),
  PORT: z.coerce.number().int().max(65_535).optional(),
});

const messageOf = (variables: Record<string, string>): string => {
  try {
    parseEnvironment(Variables, variables);
    return "";
  } catch (error) {
    return String(error);
  }
};

describe("parseEnvironment", () => {
  it("names every invalid variable, but none of their values", () => {
    const message = messageOf({ ADDRESS: "ftp://root:hunter2@host", LEVEL: "shouting", PORT: "70000" });
    expect(message).toContain("ADDRESS: begins with https://; LEVEL: ");
    expect(message).toContain("; PORT: ");
    expect(message).not.toMatch(/hunter2|shouting|70000/);
  });

  it("reports a missing or empty variable as not set", () => {
    expect(messageOf({})).toContain("ADDRESS: is not set.");
    expect(messageOf({ ADDRESS: "" })).toContain("ADDRESS: is not set.");
  });

  it("reports text in place of a number", () => {
    expect(messageOf({ ADDRESS: "https://host", PORT: "http" })).toContain("PORT: is not a number.");
  });

  it("uses the default for an empty variable", () => {
    expect(parseEnvironment(Variables, { ADDRESS: "https://host", LEVEL: "", PORT: "" })).toEqual({
      ADDRESS: "https://host",
      LEVEL: "info",
    });
  });
});
