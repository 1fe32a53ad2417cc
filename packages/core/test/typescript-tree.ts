import { type Node, SyntaxKind } from "typescript/unstable/ast";
import { createVirtualFileSystem } from "typescript/unstable/fs";
import { API } from "typescript/unstable/sync";

/** Flags of `let` and `const` in TypeScript's tree. */
const DECLARATION_FLAGS = 3;

/** TypeScript's node for an insignificant separator. */
const EMPTY: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.EmptyStatement,
  SyntaxKind.SemicolonClassElement,
  SyntaxKind.EndOfFile,
]);

/**
 * Parses declarations with TypeScript, without positions, comments and white space.
 *
 * @returns for each text its tree as text, and the parser's errors.
 */
export function parseByTypeScript(texts: readonly string[]): { tree: string; faults: number }[] {
  const names = texts.map((_, index) => `/project/${index}.d.ts`);
  const configuration = JSON.stringify({ compilerOptions: { noLib: true, types: [] }, files: names });
  const sources = names.map((name, index) => [name, texts[index] ?? ""] as const);
  const files = { "/project/tsconfig.json": configuration, ...Object.fromEntries(sources) };
  const api = new API({ cwd: "/project", fs: createVirtualFileSystem(files) });
  try {
    const [project] = api.updateSnapshot({ openProjects: ["/project/tsconfig.json"] }).getProjects();
    return names.map((name) => {
      const file = project?.program.getSourceFile(name);
      if (!project || !file) throw new Error(`TypeScript did not read ${name}`);
      return { tree: describeNode(file), faults: project.program.getSyntacticDiagnostics(name).length };
    });
  } finally {
    api.close();
  }
}

function describeNode(node: Node): string {
  const children: string[] = [];
  node.forEachChild((child) => {
    if (!EMPTY.has(child.kind)) children.push(describeNode(child));
    return undefined;
  });
  const text = "text" in node && node.kind !== SyntaxKind.SourceFile ? (node.text ?? "") : "";
  const operator = "operator" in node ? (node.operator ?? "") : "";
  const details = [node.flags & DECLARATION_FLAGS || "", operator, text].filter((detail) => detail !== "");
  return `${[SyntaxKind[node.kind], ...details].join(" ")}(${children.join(", ")})`;
}
