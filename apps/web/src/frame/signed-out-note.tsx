import { TextLink } from "@baton/ui/primitives/text-link";
import { LogOut } from "lucide-react";
import { addressOf, withQuery } from "./pages";

/** Says that the session has ended, with a link to sign in without leaving the page. */
export function SignedOutNote({ workspace }: { workspace: string }) {
  return (
    <p
      role="alert"
      className="flex flex-wrap items-center gap-2 border-warn-line border-b bg-warn-soft px-6 py-2 text-sm max-md:px-4"
    >
      <LogOut className="size-4 flex-none text-warn" aria-hidden />
      <span>You are signed out. Nothing you typed is lost:</span>
      <TextLink
        href={withQuery("/sign-in", { next: addressOf(workspace, "overview") })}
        target="_blank"
        className="font-medium underline"
      >
        sign in in a new tab
      </TextLink>
      <span>and return to this one.</span>
    </p>
  );
}
