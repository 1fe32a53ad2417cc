import { describe, expect, it } from "vitest";
import { minifyInterface } from "./minify-interface";

describe("minifyInterface", () => {
  it.each([
    {
      what: "an interface whose members are divided by line ends",
      text: "interface UserData {\n  firstName: string\n  isActive?: boolean // still here\n}\n",
      minified: "interface UserData{firstName:string;isActive?:boolean}",
    },
    {
      what: "what only a line's end tells apart",
      text: "type A = { a: 1 }\ntype B = A\ndeclare module 'b'\nexport { A }\ndeclare const c: A",
      minified: "type A={a:1};type B=A;declare module'b';export{A};declare const c:A",
    },
    {
      what: "a method's signature",
      text: "book(row: number, /* of the hall */ seat?: string): boolean;",
      minified: "book(row:number,seat?:string):boolean",
    },
    {
      what: "a type without a name",
      text: "{ row: number, taken: boolean, }",
      minified: "{row:number,taken:boolean}",
    },
    {
      what: "signs that would merge",
      text: "type A<T = B<C> > = D< <E>(e: E) => T >",
      minified: "type A<T=B<C>> =D< <E>(e:E)=>T>",
    },
    {
      what: "text within a type, spaces and all",
      text: `type A = \` a  \${ B } /* b */ \` | 'c  d'`,
      minified: `type A=\` a  \${B} /* b */ \`|'c  d'`,
    },
    {
      what: "empty statements",
      text: "interface A {};; interface B {};",
      minified: "interface A{}interface B{}",
    },
    { what: "nothing", text: "  ", minified: "" },
  ])("takes comments and white space out of $what", ({ text, minified }) => {
    expect(minifyInterface(text)).toBe(minified);
    expect(minifyInterface(minified)).toBe(minified);
  });

  it("leaves alone what is no type", () => {
    expect(minifyInterface("function f() { return 1 }")).toBeNull();
    expect(minifyInterface("the seat of a row")).toBeNull();
    expect(minifyInterface("a: 1 } interface B { b: 2")).toBeNull();
    expect(minifyInterface("(".repeat(100_000))).toBeNull();
  });

  it("leaves whole what its parser cannot read", () => {
    const index = "[key: string]: string";
    // Valid TypeScript. Babel reads on behind a negative number, as if `-2[key: string]` were one type.
    expect(minifyInterface(`type A = { seat: -2\n ${index} }`)).toBeNull();
    expect(minifyInterface(`type A = { seat: -2; ${index} }`)).toBe("type A={seat:-2;[key:string]:string}");
  });
});
