import { expect, it } from "vitest";
import { findClasses } from "./find-classes";

const namesOf = (...sources: string[]) =>
  findClasses(new Map(sources.map((source, index) => [`${index}.tsx`, source]))).map(({ name }) => name);

it.each([
  ["an attribute", `<a className="p-1 m-2" title="not one" />`, ["p-1", "m-2"]],
  ["an attribute of a subcomponent", `<A contentClassName="p-1" className={undefined} />`, ["p-1"]],
  [
    "conditions",
    `cn("p-1", isOn ? "m-1" : "m-2", kind === "grid" && "m-3", size ?? "m-4")`,
    ["p-1", "m-1", "m-2", "m-3", "m-4"],
  ],
  [
    "a template, except names made of parts",
    "cn(`p-1 m-#{n} #{isOn ? 'm-2' : ''} m-3`)".replaceAll("#", "$"),
    ["p-1", "m-3", "m-2"],
  ],
  [
    "variants",
    `cva("p-1", { variants: { size: { md: "m-1", sm: ["m-2"] } }, defaultVariants: { size: "md" } })`,
    ["p-1", "m-1", "m-2"],
  ],
  ["a constant", `const look = "p-1"; const other = "word"; cn(look)`, ["p-1"]],
  [
    "a property of a constant",
    `const LOOKS = { on: { box: "p-1", word: "On" } } as const; cn(LOOKS[state].box)`,
    ["p-1"],
  ],
  [
    "any value of a constant",
    `const LOOKS = { on: "p-1", off: "p-2" }; <a className={LOOKS[state]} />`,
    ["p-1", "p-2"],
  ],
  [
    "an object that becomes properties",
    `createElement("code", { className: "p-1", title: "word" })`,
    ["p-1"],
  ],
  ["a variable that refers to its own name", `const look = f(look); cn(look, "p-1")`, ["p-1"]],
])("findClasses finds the class names of %s", (_, source, names) => expect(namesOf(source)).toEqual(names));

it("findClasses finds a constant of another module, with its place", () => {
  const sources = new Map([
    ["look.ts", `\nexport const look = "p-1";`],
    ["use.tsx", `import { look } from "./look"; const a = <a className={look} />;`],
  ]);
  expect(findClasses(sources)).toEqual([{ name: "p-1", file: "look.ts", line: 2 }]);
});
