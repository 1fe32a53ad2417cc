import { parse } from "@babel/parser";
import * as t from "@babel/types";

/** A class name and its place in the source. */
export interface ClassUse {
  readonly name: string;
  readonly file: string;
  readonly line: number;
}

type Constants = ReadonlyMap<string, t.Node>;

interface Text {
  readonly text: string;
  readonly node: t.Node;
}

/** No class name has this character. */
const HOLE = "\0";

/** Functions whose arguments are class names. */
const JOINERS = new Set(["cn", "clsx"]);

/**
 * Returns the class names of TypeScript modules with JSX: values of `className`, `cn` and `cva`, through
 * conditions and through constants of these modules. Omits names that code joins from parts.
 *
 * @param sources the text of each module by its path.
 */
export function findClasses(sources: ReadonlyMap<string, string>): ClassUse[] {
  const modules = [...sources].map(([file, source]) => {
    const ast = parse(source, {
      sourceType: "module",
      sourceFilename: file,
      plugins: ["jsx", "typescript"],
    });
    return { ast, constants: constantsOf(ast) };
  });
  const shared: Constants = new Map(modules.flatMap(({ constants }) => [...constants]));
  const found = new Map<string, ClassUse>();
  for (const { ast, constants } of modules) {
    t.traverseFast(ast, (node) => {
      for (const value of classValuesOf(node)) {
        for (const text of textsOf(value, new Map([...shared, ...constants]))) {
          for (const one of namesIn(text)) found.set(JSON.stringify(one), one);
        }
      }
    });
  }
  return [...found.values()];
}

function constantsOf(ast: t.Node): Constants {
  const constants = new Map<string, t.Node>();
  t.traverseFast(ast, (node) => {
    if (t.isVariableDeclarator(node) && t.isIdentifier(node.id) && node.init)
      constants.set(node.id.name, node.init);
  });
  return constants;
}

/** Returns the values at this node that contain class names. */
function classValuesOf(node: t.Node): t.Node[] {
  if (t.isJSXAttribute(node) && isClassKey(node.name.name) && node.value) return [node.value];
  if (t.isObjectProperty(node) && t.isIdentifier(node.key) && isClassKey(node.key.name)) return [node.value];
  if (!t.isCallExpression(node) || !t.isIdentifier(node.callee)) return [];
  if (JOINERS.has(node.callee.name)) return node.arguments;
  if (node.callee.name !== "cva") return [];
  const [base, options] = node.arguments;
  const variants = propertiesOf(options).find(([key]) => key === "variants")?.[1];
  const looks = propertiesOf(variants).flatMap(([, looksOf]) =>
    propertiesOf(looksOf).map(([, look]) => look),
  );
  return base ? [base, ...looks] : looks;
}

function isClassKey(key: unknown): boolean {
  return typeof key === "string" && /^(?:\w+C|c)lassName$/.test(key);
}

/** Returns the texts that a value of class names can have; an expression in a template becomes `HOLE`. */
function textsOf(node: t.Node | null | undefined, constants: Constants): Text[] {
  const through = (...nodes: (t.Node | null | undefined)[]) =>
    nodes.flatMap((one) => textsOf(one, constants));
  if (t.isStringLiteral(node)) return [{ text: node.value, node }];
  if (t.isTemplateLiteral(node)) {
    const text = node.quasis.map(({ value }) => value.raw).join(HOLE);
    return [{ text, node }, ...through(...node.expressions)];
  }
  if (t.isJSXExpressionContainer(node) || t.isTSAsExpression(node) || t.isTSSatisfiesExpression(node))
    return through(node.expression);
  if (t.isConditionalExpression(node)) return through(node.consequent, node.alternate);
  if (t.isLogicalExpression(node))
    return node.operator === "&&" ? through(node.right) : through(node.left, node.right);
  if (t.isArrayExpression(node)) return through(...node.elements);
  if (t.isIdentifier(node) || t.isMemberExpression(node))
    return through(...valuesOf(node, constants).filter((value) => !t.isIdentifier(value)));
  return [];
}

/** Returns the possible values of a name or its property; all values of an object if the key is unknown. */
function valuesOf(node: t.Node, constants: Constants): t.Node[] {
  if (t.isIdentifier(node)) {
    const value = constants.get(node.name);
    // A name in its own value is another variable of that name.
    const others = new Map([...constants].filter(([name]) => name !== node.name));
    return value ? valuesOf(value, others) : [];
  }
  if (t.isTSAsExpression(node) || t.isTSSatisfiesExpression(node))
    return valuesOf(node.expression, constants);
  if (!t.isMemberExpression(node)) return [node];
  const wanted = !node.computed && t.isIdentifier(node.property) ? node.property.name : undefined;
  return valuesOf(node.object, constants)
    .flatMap(propertiesOf)
    .filter(([key]) => wanted === undefined || key === wanted)
    .flatMap(([, value]) => valuesOf(value, constants));
}

function propertiesOf(node: t.Node | undefined): [key: string, value: t.Node][] {
  if (!t.isObjectExpression(node)) return [];
  return node.properties.flatMap((property): [string, t.Node][] => {
    if (!t.isObjectProperty(property)) return [];
    if (t.isIdentifier(property.key)) return [[property.key.name, property.value]];
    return t.isStringLiteral(property.key) ? [[property.key.value, property.value]] : [];
  });
}

function namesIn({ text, node }: Text): ClassUse[] {
  const { filename = "", start } = node.loc ?? { start: { line: 0 } };
  return [...text.matchAll(/\S+/g)]
    .filter(({ 0: name }) => !name.includes(HOLE))
    .map(({ 0: name, index }) => ({
      name,
      file: filename,
      line: start.line + text.slice(0, index).split("\n").length - 1,
    }));
}
