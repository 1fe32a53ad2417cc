import { addressOf, withQuery } from "@/frame/pages";

/** Returns the page of an address (`artifact://agent/scope@2`). */
export function pageOfAddress(workspace: string, address: string): string {
  return withQuery(addressOf(workspace, "manifests", "address"), { artifact: address });
}
