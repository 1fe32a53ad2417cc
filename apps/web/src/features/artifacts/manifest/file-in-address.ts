"use client";

import { usePathname } from "next/navigation";
import { parseAsInteger, parseAsString, useQueryStates } from "nuqs";
import { withQuery } from "@/frame/pages";

/** The open file of a manifest and its line, in the address, so that a link and a reload open it again. */
export function useFileInAddress() {
  const pathname = usePathname();
  const [{ file, line }, setPlace] = useQueryStates(
    { file: parseAsString, line: parseAsInteger },
    { history: "push" },
  );
  return {
    file,
    line,
    close: () => void setPlace({ file: null, line: null }),
    hrefOf: (path: string, lineNumber?: number) =>
      withQuery(pathname, {
        file: path,
        ...(lineNumber === undefined ? {} : { line: String(lineNumber) }),
      }),
  };
}
