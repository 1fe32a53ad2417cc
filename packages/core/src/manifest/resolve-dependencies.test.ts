import { describe, expect, it } from "vitest";
import { cpuMilliseconds } from "../../test/cpu-time";
import { IMPLEMENTATION, PLAN, RESEARCH } from "../../test/manifest";
import { readDependency, resolveDependencies } from "./resolve-dependencies";

const WORKFLOW = [
  { id: "implementation", document: IMPLEMENTATION },
  { id: "plan", document: PLAN },
  { id: "research", document: RESEARCH },
];

describe("readDependency", () => {
  it.each([
    ["a: b", { agent: "a", part: "", requirement: "b" }],
    [
      "top-down-analyzer constraints: at 10:30",
      { agent: "top-down-analyzer", part: "constraints", requirement: "at 10:30" },
    ],
    [" a  the plan : b ", { agent: "a", part: "the plan", requirement: "b" }],
    ["a:b", { agent: "a", part: "", requirement: "b" }],
    ["a", null],
    ["a: ", null],
    [": b", null],
    ["https://a.b/c", { agent: "https", part: "", requirement: "//a.b/c" }],
  ])("parses %j", (text, expected) => {
    expect(readDependency(text)).toEqual(expected);
  });
});

describe("resolveDependencies", () => {
  it("resolves to the earlier manifest of the named agent", () => {
    const { dependencies } = resolveDependencies(WORKFLOW);
    expect(dependencies.map(({ manifestId, index, resolvedTo }) => [manifestId, index, resolvedTo])).toEqual([
      ["plan", 0, "research"],
      ["plan", 1, "research"],
      ["implementation", 0, "plan"],
    ]);
  });

  it("never resolves to a later manifest or to the same one", () => {
    const document = {
      ...PLAN,
      dependencies_satisfied: ["backend-architect: itself", "security-auditor: x"],
    };
    const later = { ...RESEARCH, from_agent: "security-auditor", timestamp: "2026-01-05T11:30:01Z" };
    const { dependencies } = resolveDependencies([
      { id: "plan", document },
      { id: "later", document: later },
    ]);
    expect(dependencies.map(({ resolvedTo }) => resolvedTo)).toEqual([null, null]);
  });

  it("prefers the named type, then shared words, then the latest", () => {
    const first = { ...PLAN, timestamp: "2026-01-05T11:00:00Z", scope: "first" };
    const second = {
      ...PLAN,
      timestamp: "2026-01-05T11:10:00Z",
      summary: { strategy: "Move the passwords." },
    };
    const build = { ...IMPLEMENTATION, timestamp: "2026-01-05T11:20:00Z" };
    const dependencies_satisfied = [
      "backend-architect implementation: done",
      "backend-architect plan: passwords were moved",
      "backend-architect plan: native apps get PKCE",
      "backend-architect plan: done",
    ];
    const document = { ...IMPLEMENTATION, timestamp: "2026-01-05T12:00:00Z", dependencies_satisfied };
    const { dependencies } = resolveDependencies([
      { id: "first", document: first },
      { id: "second", document: second },
      { id: "build", document: build },
      { id: "last", document },
    ]);
    const ofLast = dependencies.filter(({ manifestId }) => manifestId === "last");
    expect(ofLast.map(({ resolvedTo }) => resolvedTo)).toEqual(["build", "second", "first", "second"]);
  });

  it("returns constraints of the research that no later manifest names", () => {
    expect(resolveDependencies(WORKFLOW).uncovered).toEqual([
      {
        manifestId: "research",
        index: 2,
        constraint: "The Redis instance is shared, its schema cannot change",
      },
    ]);
    expect(resolveDependencies([{ id: "r", document: RESEARCH }]).uncovered).toHaveLength(3);
  });

  it("recognizes a constraint by its number and unit", () => {
    const constraints = ["Routes of the shop answer within 100 ms", "A page has at most 100 rows"];
    const research = { ...RESEARCH, summary: { key_insights: ["It is slow"], constraints } };
    const plan = { ...PLAN, dependencies_satisfied: ["top-down-analyzer: 100ms, since tokens are cached"] };
    const { uncovered } = resolveDependencies([
      { id: "research", document: research },
      { id: "plan", document: plan },
    ]);
    expect(uncovered.map(({ index }) => index)).toEqual([1]);
  });

  it("accepts invalid manifests", () => {
    const documents = [
      null,
      [],
      1,
      { dependencies_satisfied: "a: b" },
      { dependencies_satisfied: [1, "a: b", "c"] },
    ];
    const { dependencies, uncovered } = resolveDependencies(
      documents.map((document, index) => ({ id: `${index}`, document })),
    );
    expect(dependencies).toEqual([
      { manifestId: "4", index: 1, agent: "a", part: "", requirement: "b", resolvedTo: null },
    ]);
    expect(uncovered).toEqual([]);
  });

  it("resolves hundreds of manifests with hundreds of dependencies each in time", () => {
    const manifests = Array.from({ length: 400 }, (_, index) => ({
      id: `m${index}`,
      document: {
        ...RESEARCH,
        from_agent: "a",
        timestamp: new Date(Date.UTC(2026, 0, 1) + index * 1_000).toISOString(),
        summary: {
          constraints: Array.from({ length: 20 }, (_, place) => `${place} requests of ${index} at once`),
        },
        dependencies_satisfied: Array.from({ length: 200 }, (_, place) => `a: ${place} requests at once`),
      },
    }));
    const start = cpuMilliseconds();
    const { dependencies } = resolveDependencies(manifests);
    expect(dependencies).toHaveLength(80_000);
    // Each against each takes a minute.
    expect(cpuMilliseconds() - start).toBeLessThan(20_000);
    expect(dependencies.at(-1)).toMatchObject({ manifestId: "m399", resolvedTo: "m398" });
  });
});

describe("a workflow built to be slow", () => {
  /** Returns the CPU time in seconds. */
  function timeOf(run: () => unknown): number {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  }
  const words = (count: number, prefix: string) =>
    Array.from({ length: count }, (_, index) => `${prefix}${index}`).join(" ");

  it("is compared up to a limit; beyond it, the latest manifest of an agent counts as named, and no constraint as missing", () => {
    const step = (index: number, document: object) => ({
      id: `m${index}`,
      document: { ...document, timestamp: new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString() },
    });
    const research = { ...RESEARCH, summary: { constraints: [words(3_000, "bound")] } };
    const earlier = Array.from({ length: 500 }, (_, index) => step(index, research));
    const requirements = Array.from(
      { length: 500 },
      () => `${RESEARCH.from_agent}: ${words(3_000, "other")}`,
    );
    const later = Array.from({ length: 20 }, (_, index) =>
      step(1_000 + index, { ...PLAN, dependencies_satisfied: requirements }),
    );
    let graph: ReturnType<typeof resolveDependencies> | undefined;
    // Takes about one second; eleven if the words of each requirement were read again, and minutes without a
    // limit.
    expect(timeOf(() => (graph = resolveDependencies([...earlier, ...later])))).toBeLessThan(20);
    expect(graph?.dependencies).toHaveLength(10_000);
    expect(graph?.dependencies.at(-1)?.resolvedTo).toBe("m499");
    expect(graph?.uncovered.some(({ manifestId }) => manifestId === "m499")).toBe(false);
  });
});
