import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { policyOf } from "../../test/handoff";
import { HANDOFF, IMPLEMENTATION, PLAN, RESEARCH } from "../../test/manifest";
import { DEFAULT_BUDGET_LIMITS } from "../budget/limits";
import { loadDetectors } from "../content/load-detectors";
import type { SecretFinder } from "../secret-finder";
import { manifestTokens } from "./manifest";
import type { FileOnDisk, ManifestFiles, NamedFiles } from "./manifest-files";
import { MANIFEST_FINDING_CODES } from "./manifest-finding";
import { type ManifestValidation, measureManifest, validateManifest } from "./validate-manifest";

const VALID = [RESEARCH, PLAN, IMPLEMENTATION, HANDOFF];

const seenCodes = new Set<string>();

/** Returns `code path` of each finding. */
function codes(document: unknown, validation?: ManifestValidation): string[] {
  return validateManifest(document, validation).map(({ code, severity, path }) => {
    seenCodes.add(code);
    return `${severity} ${code} ${path}`;
  });
}

const counted = (path: string, tokens: number, ...secretKinds: string[]): FileOnDisk => ({
  path,
  state: "counted",
  bytes: tokens * 4,
  tokens,
  secretKinds,
});
const file = (on: FileOnDisk): NamedFiles => ({ name: on.path, isPattern: false, files: [on] });
const pattern = (name: string, ...files: FileOnDisk[]): NamedFiles => ({ name, isPattern: true, files });
const gone = (path: string): FileOnDisk => ({
  path,
  state: "unavailable",
  reason: "the file does not exist",
});
const outside = (path: string): FileOnDisk => ({
  path,
  state: "outside",
  reason: "a symlink leads out of the folder",
});
const filesOf = (files: Partial<ManifestFiles>): ManifestFiles => ({
  directory: "manifest_folder",
  requiredReading: [],
  optionalContext: [],
  detailFiles: [],
  ...files,
});

/** Treats the word `s3cret` and the value of any key `password` as secrets. */
const secretFinder: SecretFinder = {
  findSecrets: (text) =>
    [...text.matchAll(/s3cret|"password":"[^"]+"/g)].map(({ index, 0: { length } }) => ({
      kind: "word",
      start: index,
      end: index + length,
      line: 1,
      column: 1,
    })),
};

describe("validateManifest", () => {
  it.each(VALID.map((document) => [document.artifact_type, document]))(
    "accepts a valid %s",
    (_, document) => {
      expect(codes(document, { secretFinder, unresolved: [] })).toEqual([]);
    },
  );

  it.each<[string, unknown, string[]]>([
    ["an error of the schema", { ...PLAN, scope: "a".repeat(101) }, ["error schema /scope"]],
    [
      "six decisions",
      { ...PLAN, key_decisions: Array(6).fill({ decision: "d", rationale: "r" }) },
      ["error schema /key_decisions"],
    ],
    [
      "no type",
      { ...PLAN, artifact_type: undefined, scope: 1 },
      ["error schema /artifact_type", "error schema /scope"],
    ],
    ["text", "manifest", ["error schema ", "error missing_summary /summary"]],
    ["an unknown key", { ...PLAN, mood: 1 }, ["warning unknown_key /mood"]],
    [
      "unknown keys further down",
      {
        ...PLAN,
        key_decisions: [{ decision: "d", rationale: "r", by: "me" }],
        required_reading: [{ file: "f", description: "", "a/b": 1 }],
        context_budget: { left: 1 },
      },
      [
        "warning unknown_key /context_budget/left",
        "warning unknown_key /key_decisions/0/by",
        "warning unknown_key /required_reading/0/a~1b",
      ],
    ],
    ["an unknown agent", { ...PLAN, from_agent: "poet" }, ["warning unknown_agent /from_agent"]],
    ["no summary", { ...HANDOFF, summary: undefined }, ["error missing_summary /summary"]],
    ["an empty summary", { ...HANDOFF, summary: {} }, ["error missing_summary /summary"]],
    [
      "research without content",
      { ...RESEARCH, summary: { system_overview: "It runs.", key_insights: [], constraints: [" "] } },
      ["error missing_constraints /summary/constraints", "error missing_key_insights /summary/key_insights"],
    ],
    [
      "a plan without content",
      { ...PLAN, summary: { strategy: "  " }, key_decisions: [] },
      ["error missing_key_decisions /key_decisions", "error missing_strategy /summary/strategy"],
    ],
    [
      "an implementation without content",
      { ...IMPLEMENTATION, files_created: [], dependencies_satisfied: undefined },
      ["error missing_dependencies /dependencies_satisfied", "error missing_files_created /files_created"],
    ],
    [
      "an overview of four sentences",
      {
        ...RESEARCH,
        summary: {
          ...RESEARCH.summary,
          system_overview: "It runs. It waits, e.g. for e. coli. It ends. Why?",
        },
      },
      ["error schema /summary/system_overview"],
    ],
    [
      "a strategy of two sentences",
      { ...PLAN, summary: { strategy: "Add routes in src/api/auth.ts. Then move clients." } },
      ["error schema /summary/strategy"],
    ],
    [
      "dependencies without an agent",
      { ...PLAN, dependencies_satisfied: ["all of it", "a:", ": b", "two  words: x", "a b", "a:b"] },
      [0, 1, 2, 4].map((index) => `error dependency_format /dependencies_satisfied/${index}`),
    ],
    [
      "a wrong number",
      { ...PLAN, context_budget: { manifest_tokens: 1 } },
      ["warning budget_mismatch /context_budget/manifest_tokens"],
    ],
    [
      "paths that lead out",
      {
        ...PLAN,
        artifacts_directory: "artifacts/../../etc",
        required_reading: [{ file: "../x", description: "" }],
        optional_context: [{ file: "/etc/passwd", description: "" }],
        detail_files: ["a", "..\\x"],
      },
      ["/artifacts_directory", "/detail_files/1", "/optional_context/0/file", "/required_reading/0/file"].map(
        (path) => `error path_escapes_directory ${path}`,
      ),
    ],
  ])("reports %s", (_, document, expected) => {
    expect(codes(document === undefined ? document : JSON.parse(JSON.stringify(document)))).toEqual(expected);
  });

  it("describes the error, with a hint", () => {
    expect(validateManifest({ ...PLAN, scope: "𝄞".repeat(101) })).toEqual([
      {
        code: "schema",
        severity: "error",
        path: "/scope",
        message: "/scope: the text has 101 characters, at most 100 fit",
        hint: "Follow docs/schemas/handoff-manifest.schema.json.",
      },
    ]);
  });

  it("reports every error", () => {
    expect(codes({ from_agent: "poet", artifact_type: "research", extra: 1, key_decisions: {} })).toEqual([
      "error schema /artifacts_directory",
      "warning unknown_key /extra",
      "warning unknown_agent /from_agent",
      "error schema /key_decisions",
      "error schema /scope",
      "error missing_summary /summary",
      "error missing_constraints /summary/constraints",
      "error missing_key_insights /summary/key_insights",
      "error schema /timestamp",
    ]);
  });
});

describe("the size of a manifest", () => {
  const ofSize = (tokens: number) => {
    const filled = (count: number) => ({ ...PLAN, detail_files: ["a".repeat(0), " a".repeat(count)] });
    const document = filled(tokens - manifestTokens(filled(0)));
    expect(manifestTokens(document)).toBe(tokens);
    return document;
  };

  it.each([
    [800, []],
    [801, ["warning manifest_near_limit "]],
    [1_000, ["warning manifest_near_limit "]],
    [1_001, ["error manifest_too_large "]],
  ])("has for %i tokens the findings %j", (tokens, expected) => {
    expect(codes(ofSize(tokens))).toEqual(expected);
  });

  it("excludes the manifest's own size information and white space", () => {
    const document = ofSize(800);
    const context_budget = { manifest_tokens: 800, total_available_tokens: 1, required_reading_tokens: 0 };
    expect(codes({ ...document, context_budget })).toEqual([]);
  });

  it("is compared with configured limits", () => {
    const limits = { ...DEFAULT_BUDGET_LIMITS, manifestTokens: 100 };
    expect(codes(PLAN, { limits })).toEqual(["error manifest_too_large "]);
  });

  it("is too large if it cannot be counted", () => {
    const deep = JSON.parse(`${"[".repeat(20_000)}${"]".repeat(20_000)}`);
    const document = { ...PLAN, deep, detail_files: Array(5_000_001).fill(0) };
    expect(codes(document)).toEqual(["error manifest_too_large "]);
  }, 60_000);
});

describe("the files of a manifest", () => {
  const check = (document: unknown, files: Partial<ManifestFiles>) =>
    codes(document, { files: filesOf(files) });

  it("are validated by their state on disk", () => {
    const requiredReading = [
      file(gone("a")),
      file({ path: "b", state: "uncounted", cause: "not_text", bytes: 9 }),
    ];
    const optionalContext = [file(gone("c")), null, pattern("d/*")];
    const detailFiles = [
      file(gone("e")),
      pattern("f/*"),
      pattern("g/*", counted("g/1", 1), gone("g/2"), outside("g/3")),
    ];
    expect(check(PLAN, { requiredReading, optionalContext, detailFiles })).toEqual([
      "error detail_file_missing /detail_files/0",
      "warning detail_file_missing /detail_files/1",
      "warning detail_file_missing /detail_files/2",
      "error path_escapes_directory /detail_files/2",
      "warning detail_file_missing /optional_context/0/file",
      "warning detail_file_missing /optional_context/2/file",
      "error required_file_missing /required_reading/0/file",
      "error required_file_missing /required_reading/1/file",
    ]);
  });

  it.each([
    ["missing", "error artifacts_directory_missing /artifacts_directory"],
    ["elsewhere", "error path_escapes_directory /artifacts_directory"],
  ] as const)("are not checked if their folder is %s", (directory, expected) => {
    expect(check(PLAN, { directory })).toEqual([expected]);
  });

  it.each([
    [2_000, []],
    [2_001, ["error required_reading_too_large /required_reading"]],
  ])("have for %i tokens of required reading the findings %j", (tokens, expected) => {
    const requiredReading = [
      file(counted("a", 1_500)),
      file(counted("b", tokens - 1_500)),
      file(counted("a", 1_500)),
    ];
    expect(check(PLAN, { requiredReading })).toEqual(expected);
  });

  it("are too large as required reading if they are too large to count", () => {
    const requiredReading = [file({ path: "a", state: "uncounted", cause: "too_large", bytes: 10 ** 9 })];
    expect(check(PLAN, { requiredReading })).toEqual(["error required_reading_too_large /required_reading"]);
  });

  it("can exceed the handoff limit together with the manifest", () => {
    const files = filesOf({ requiredReading: [file(counted("a", 1_900))] });
    const limits = { ...DEFAULT_BUDGET_LIMITS, handoffTokens: 2_000 };
    expect(codes(PLAN, { files, limits })).toEqual(["error handoff_too_large "]);
  });

  it("are compared with the size in the manifest", () => {
    const document = { ...PLAN, context_budget: { required_reading_tokens: 850 } };
    expect(check(document, { requiredReading: [file(counted("a", 850))] })).toEqual([]);
    expect(check(document, { requiredReading: [file(counted("a", 849))] })).toEqual([
      "warning budget_mismatch /context_budget/required_reading_tokens",
    ]);
    expect(codes(document)).toEqual([]);
  });

  it.each<[string, object, number, string[]]>([
    ["research of 20,000 tokens at 50 times", RESEARCH, 20_000, []],
    ["an implementation of 50,000 tokens", IMPLEMENTATION, 50_000, []],
    ["a plan of 10,000 tokens", PLAN, 10_000, []],
    ["a handoff of 8,000 tokens", HANDOFF, 8_000, []],
  ])("have the expected compression findings for %s", (_, document, detailTokens, expected) => {
    expect(check(document, { detailFiles: [file(counted("a", detailTokens))] })).toEqual(expected);
  });

  it.each([
    ["research", RESEARCH, 20_000, 50],
    ["a plan", PLAN, 10_000, 20],
    ["an implementation", IMPLEMENTATION, 50_000, 100],
    ["a handoff", HANDOFF, 8_000, 10],
  ])(
    "have low compression for %s under half of the target, from its minimum size",
    (_, document, from, target) => {
      const validateAt = (detailTokens: number, manifestSize: number) => {
        const sized = grow(document, manifestSize);
        return check(sized, { detailFiles: [file(counted("a", detailTokens))] }).filter((code) =>
          /compression/.test(code),
        );
      };
      const half = Math.floor((from / target) * 2);
      expect(validateAt(from, half)).toEqual([]);
      expect(validateAt(from, half + 1)).toEqual(["warning low_compression /detail_files"]);
      expect(validateAt(from - 1, half + 1)).toEqual([]);
    },
  );

  it("have no compression finding if one cannot be counted", () => {
    const detailFiles = [
      file(counted("a", 20_000)),
      file({ path: "b", state: "uncounted", cause: "too_large", bytes: 1 }),
    ];
    expect(measureManifest(PLAN, filesOf({ detailFiles })).detailTokens).toBeNull();
  });

  /** Adds words to a document under a key that no check reads. */
  function grow(document: object, tokens: number): object {
    const filled = (count: number) => ({ ...document, zeal: " a".repeat(count) });
    const grown = filled(tokens - manifestTokens(filled(0)));
    expect(manifestTokens(grown)).toBe(tokens);
    return grown;
  }
});

describe("validateManifest, dependencies and secrets", () => {
  it("reports dependencies without an earlier manifest", () => {
    expect(codes(PLAN, { unresolved: [1] })).toEqual([
      "warning unresolved_dependency /dependencies_satisfied/1",
    ]);
  });

  it("reports the places that a content rule matches", async () => {
    const contentPolicy = policyOf(
      { content_rules: [{ rule_id: "x", detector: "pattern", pattern: "PKCE", action: "block" }] },
      { enabled: true, observe: false },
      await loadDetectors(),
    );
    expect(codes(PLAN, { contentPolicy })).toContain("error content_rule /scope");
  });

  it("reports place and kind of a secret, but not its value", () => {
    const document = { ...HANDOFF, summary: { notes: ["x", "it is s3cret"], password: "abc" } };
    const findings = validateManifest(document, { secretFinder });
    expect(findings.map(({ code, path }) => `${code} ${path}`)).toEqual([
      "secret_found /summary/notes/1",
      "secret_found /summary/password",
    ]);
    expect(JSON.stringify(findings)).not.toMatch(/s3cret|abc/);
    expect(codes(document, { secretFinder })).toHaveLength(2);
  });

  it("reports a secret in a key and in the required reading", () => {
    const requiredReading = [file(counted("api.yaml", 10, "github"))];
    expect(codes({ ...HANDOFF, summary: { s3cret: 1 } }, { secretFinder })).toEqual(["error secret_found "]);
    expect(codes(PLAN, { files: filesOf({ requiredReading }) })).toEqual([
      "error secret_found /required_reading/0/file",
    ]);
  });
});

describe("the findings of validateManifest", () => {
  it("are sorted and unique for any document, without throwing", () => {
    const broken = fc.oneof(
      fc.jsonValue(),
      fc
        .constantFrom(...VALID)
        .chain((document) =>
          fc
            .dictionary(fc.constantFrom(...Object.keys(PLAN)), fc.jsonValue(), { maxKeys: 4 })
            .map((changes) => ({ ...document, ...changes })),
        ),
    );
    fc.assert(
      fc.property(broken, (document) => {
        const findings = validateManifest(document, { secretFinder, files: filesOf({}), unresolved: [0] });
        const keys = findings.map(({ path, code }) => `${path}\0${code}`);
        expect(keys).toEqual([...keys].sort());
        expect(new Set(findings.map((finding) => JSON.stringify(finding))).size).toBe(findings.length);
        for (const { code } of findings) expect(MANIFEST_FINDING_CODES).toContain(code);
      }),
      { numRuns: 500 },
    );
  }, 60_000);

  it("never throw at any depth", () => {
    const deep = JSON.parse(`${'{"a":['.repeat(50_000)}${"]}".repeat(50_000)}`);
    expect(codes({ ...PLAN, deep })).toContain("warning unknown_key /deep");
    expect(codes(deep)).toContain("error schema /from_agent");
  });

  it("are at most a thousand, errors before warnings", () => {
    const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`a${index}`, 0]));
    const findings = validateManifest({ ...PLAN, ...many, scope: 1 });
    expect(findings).toHaveLength(1_000);
    expect(findings.map(({ code }) => code)).toContain("schema");
  });

  it("truncate long keys, and search texts below a long key without it", () => {
    const key = "k".repeat(1_000_000);
    const document = { ...PLAN, [key]: Array.from({ length: 1_000 }, () => "s3cret") };
    let lookedAt = 0;
    const finder: SecretFinder = {
      ...secretFinder,
      findSecrets: (text) => {
        lookedAt += text.length;
        return secretFinder.findSecrets(text);
      },
    };
    const findings = validateManifest(document, { secretFinder: finder });
    expect(findings.filter(({ code }) => code === "secret_found")).toHaveLength(1);
    expect(findings.every(({ path }) => path.length <= 2_001)).toBe(true);
    expect(lookedAt).toBeLessThan(2_000_000);
  });

  it("cover every code in this file", () => {
    expect([...seenCodes].sort()).toEqual([...MANIFEST_FINDING_CODES].sort());
  });
});
