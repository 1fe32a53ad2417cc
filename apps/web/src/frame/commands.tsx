"use client";

import { createContext, type ReactNode, useContext } from "react";
import { CopiedCode } from "./copied-code";

export interface Commands {
  /** Starts Baton, as people type it; null if another program starts it, such as Docker. */
  start: string | null;
  /** The command line program, as people type it in the folder of the clone, if it is one. */
  baton: string;
  /** The same in any folder. */
  anywhere: string;
}

const CommandsContext = createContext<Commands>({ start: null, baton: "baton", anywhere: "baton" });

/** Tells the pages how people run commands of this installation. */
export function CommandsProvider({ commands, children }: { commands: Commands; children: ReactNode }) {
  return <CommandsContext value={commands}>{children}</CommandsContext>;
}

/** Returns how people run commands of this installation. */
export function useCommands(): Commands {
  return useContext(CommandsContext);
}

/** A command of `baton`, as people type it: `<BatonCommand>demo</BatonCommand>`. */
export function BatonCommand({ children }: { children: string }) {
  const { baton } = useCommands();
  return (
    <code className="whitespace-nowrap">
      {baton} {children}
    </code>
  );
}

/** A command of `baton` with a button that copies it. */
export function CopiedBatonCommand({ children }: { children: string }) {
  return <CopiedCode text={`${useCommands().baton} ${children}`} />;
}

/** “Run `npm start`.”, or what to do where another program starts Baton. */
export function StartAdvice() {
  const { start } = useCommands();
  if (start === null) return "Start the ingest service.";
  return (
    <>
      Run <code>{start}</code>.
    </>
  );
}

/** The command or setting that follows a folder. */
export function FollowCommand({ path = "PATH" }: { path?: string }) {
  const { start } = useCommands();
  return <code className="whitespace-nowrap">{followCommandOf(start, path)}</code>;
}

/** The command or setting that follows a folder, with a button that copies it. */
export function CopiedFollowCommand({ path }: { path: string }) {
  return <CopiedCode text={followCommandOf(useCommands().start, path)} />;
}

function followCommandOf(start: string | null, path: string): string {
  if (start === null) return `BATON_FOLLOW=${path}`;
  return start.endsWith("npm start") ? `${start} -- --follow ${path}` : `${start} --follow ${path}`;
}
