import { describe, expect, it } from "vitest";
import { minifyInterface } from "./minify-interface";

describe("minifyInterface", () => {
  it.each([
    {
      what: "an interface with line breaks between members",
      text: "interface UserData {\n  firstName: string\n  isActive?: boolean // still here\n}\n",
      minified: "interface UserData{firstName:string;isActive?:boolean}",
    },
    {
      what: "statements that only a line break separates",
      text: "type A = { a: 1 }\ntype B = A\ndeclare module 'b'\nexport { A }\ndeclare const c: A",
      minified: "type A={a:1};type B=A;declare module'b';export{A};declare const c:A",
    },
    {
      what: "a method signature",
      text: "book(row: number, /* of the hall */ seat?: string): boolean;",
      minified: "book(row:number,seat?:string):boolean",
    },
    {
      what: "a type without a name",
      text: "{ row: number, taken: boolean, }",
      minified: "{row:number,taken:boolean}",
    },
    {
      what: "signs that would become another sign",
      text: "type A<T = B<C> > = D< <E>(e: E) => T >",
      minified: "type A<T=B<C>> =D< <E>(e:E)=>T>",
    },
    {
      what: "a string within a type, with its spaces",
      text: `type A = \` a  \${ B } /* b */ \` | 'c  d'`,
      minified: `type A=\` a  \${B} /* b */ \`|'c  d'`,
    },
    {
      what: "empty statements",
      text: "interface A {};; interface B {};",
      minified: "interface A{}interface B{}",
    },
    { what: "nothing", text: "  ", minified: "" },
  ])("removes comments and white space from $what", ({ text, minified }) => {
    expect(minifyInterface(text)).toBe(minified);
    expect(minifyInterface(minified)).toBe(minified);
  });

  it("returns null for a text that is not a type", () => {
    expect(minifyInterface("function f() { return 1 }")).toBeNull();
    expect(minifyInterface("the seat of a row")).toBeNull();
    expect(minifyInterface("a: 1 } interface B { b: 2")).toBeNull();
    expect(minifyInterface("(".repeat(100_000))).toBeNull();
  });

  it("rejects valid TypeScript that its parser cannot read", () => {
    const index = "[key: string]: string";
    // Valid TypeScript. Babel continues after a negative number, as if `-2[key: string]` were one type.
    expect(minifyInterface(`type A = { seat: -2\n ${index} }`)).toBeNull();
    expect(minifyInterface(`type A = { seat: -2; ${index} }`)).toBe("type A={seat:-2;[key:string]:string}");
  });
});
