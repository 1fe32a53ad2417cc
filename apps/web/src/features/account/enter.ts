import { withBasePath } from "@/base-path";

/** Opens a URL with a full reload, so that no data fetched as another user stays. */
export function enter(address: string): void {
  window.location.assign(withBasePath(address));
}
