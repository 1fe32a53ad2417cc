import { type ParseResult, type ParserOptions, parse } from "@babel/parser";
import { findImplementation, type Implementation } from "./find-implementation";
import { isIntricate } from "./intricate-syntax";
import type { SyntaxNode } from "./syntax-node";

/** A text that declares types and signatures and nothing else. */
export interface ParsedInterface {
  /** The parsed source: the text itself, or completed to a statement. */
  readonly source: string;
  /** Position of the text in `source`, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly program: SyntaxNode;
  readonly tokens: readonly SyntaxToken[];
}

/** A word or sign of the source, with its place in UTF-16 units. */
export interface SyntaxToken {
  readonly start: number;
  readonly end: number;
}

export type InterfaceReading =
  | { ok: true; parsed: ParsedInterface }
  /** `implementation` is null if the text is not TypeScript. */
  | { ok: false; implementation: Implementation | null };

/** Forms of interfaces: declarations, a type without a name, members such as a method signature. */
const WRAPPINGS = [
  { before: "", after: "" },
  { before: "type Wrapped =", after: "\n" },
  { before: "interface Wrapped {", after: "\n}" },
] as const;

/**
 * Parses a text as TypeScript types and signatures in any form.
 *
 * @returns the parse result, or what the text contains besides types when parsed as declarations. Never
 * throws.
 */
export function parseInterface(text: string): InterfaceReading {
  if (isIntricate(text)) return { ok: false, implementation: null };
  let implementation: Implementation | null = null;
  for (const { before, after } of WRAPPINGS) {
    const source = `${before}${text}${after}`;
    const file = attempt(source);
    // A text that closes the surrounding brackets would be several statements.
    if (!file || (before !== "" && file.program.body.length !== 1)) continue;
    const found = findImplementation(file.program);
    if (found === null) {
      const [start, end] = [before.length, before.length + text.length];
      return {
        ok: true,
        parsed: { source, start, end, program: file.program, tokens: readTokens(file) },
      };
    }
    implementation ??= found;
  }
  return { ok: false, implementation };
}

/**
 * Errors that an extract of declarations may have: names declared elsewhere or twice, constants without a
 * value.
 */
const ALLOWED_FAULTS: ReadonlySet<string> = new Set([
  "DeclarationMissingInitializer",
  "DuplicateDefaultExport",
  "DuplicateExport",
  "ModuleExportUndefined",
  "VarRedeclaration",
]);

const OPTIONS: ParserOptions = { sourceType: "module", plugins: ["typescript"], tokens: true };

/** Returns null if a text is not TypeScript, or nested so deeply that the parser's stack overflows. */
function attempt(source: string): ParseResult | null {
  try {
    return parse(source, OPTIONS);
  } catch (error) {
    // Error recovery is slow with thousands of errors, so it runs only if the first one is allowed.
    return isAllowedFault(error) ? attemptBehindFaults(source) : null;
  }
}

function attemptBehindFaults(source: string): ParseResult | null {
  try {
    const file = parse(source, { ...OPTIONS, errorRecovery: true });
    return file.errors?.every(isAllowedFault) ? file : null;
  } catch {
    return null;
  }
}

function isAllowedFault(fault: unknown): boolean {
  return (
    fault instanceof SyntaxError && "reasonCode" in fault && ALLOWED_FAULTS.has(String(fault.reasonCode))
  );
}

/**
 * Returns the words and signs of a file without comments and the empty end token, which the parser also
 * lists.
 */
function readTokens(file: ParseResult): SyntaxToken[] {
  const comments = new Set(file.comments?.map((comment) => comment.start));
  const tokens: SyntaxToken[] = file.tokens ?? [];
  return tokens.filter(({ start, end }) => end > start && !comments.has(start));
}
