"use client";

import { createContext, type ReactNode, useContext } from "react";

/** Definitions by term, as it is shown. */
export type Definitions = ReadonlyMap<string, string>;

const DefinitionsContext = createContext<Definitions>(new Map());

/** Provides the definitions that headers, labels and badges show on hover. */
export function DefinitionsProvider({ terms, children }: { terms: Definitions; children: ReactNode }) {
  return <DefinitionsContext value={terms}>{children}</DefinitionsContext>;
}

/** Shows a label; with its definition on hover and for screen readers if it is a known term. */
export function Term({ children }: { children: ReactNode }) {
  const definitions = useContext(DefinitionsContext);
  const definition = typeof children === "string" ? definitions.get(children) : undefined;
  if (definition === undefined) return children;
  return (
    <span
      title={definition}
      className="decoration-line-strong decoration-dotted underline-offset-3 hover:underline"
    >
      {children}
    </span>
  );
}
