import { bundleChildren, type Child, type Children } from "./children";

export interface HttpChild extends Child {
  port: number;
}

/** Processes that serve requests. */
export interface HttpChildren extends Pick<Children, "remove"> {
  /** Resolves when the process accepts requests. */
  start(databaseUrl: string, mode?: string): Promise<HttpChild>;
}

export async function bundleHttpChildren(): Promise<HttpChildren> {
  const children = await bundleChildren("./http-child.ts");
  return {
    start: async (databaseUrl, mode = "careful") => {
      const child = children.start([databaseUrl, mode]);
      return { ...child, port: Number((await child.firstPrint()).trim()) };
    },
    remove: children.remove,
  };
}
