"use client";

import { Button } from "@baton/ui/primitives/button";
import { Dialog, DialogClose, DialogContent } from "@baton/ui/primitives/dialog";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { BASE_PATH } from "@/base-path";
import { type PolicyEditor, useDraftAtRest } from "./use-policy-editor";

/** Asks for confirmation before the user leaves the policy pages or closes the tab with unsaved edits. */
export function LeaveGuard({ editor: { store }, root }: { editor: PolicyEditor; root: string }) {
  const router = useRouter();
  const { saving } = useDraftAtRest(store);
  const [target, setTarget] = useState<string | null>(null);
  const isSaved = saving.status === "saved";
  useEffect(() => {
    if (isSaved) return;
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      if (!(link instanceof HTMLAnchorElement) || link.target === "_blank") return;
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      const pathname = link.pathname.slice(BASE_PATH.length);
      const isWithin = pathname === root || pathname.startsWith(`${root}/`);
      if (link.origin !== window.location.origin || isWithin) return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(pathname + link.search);
    };
    window.addEventListener("beforeunload", onBeforeUnload);
    document.addEventListener("click", onClick, { capture: true });
    return () => {
      window.removeEventListener("beforeunload", onBeforeUnload);
      document.removeEventListener("click", onClick, { capture: true });
    };
  }, [isSaved, root]);
  const leave = async (savesFirst: boolean) => {
    if (savesFirst && !(await store.save())) return;
    setTarget(null);
    if (target !== null) router.push(target);
  };
  return (
    <Dialog open={target !== null} onOpenChange={(isOpen) => !isOpen && setTarget(null)}>
      <DialogContent
        title="Leave with unsaved changes?"
        description="Your last edits are not on the server yet. This browser keeps them until you return."
        footer={
          <>
            <DialogClose asChild>
              <Button variant="ghost">Stay</Button>
            </DialogClose>
            <Button onClick={() => void leave(false)}>Leave</Button>
            <Button
              variant="primary"
              disabledReason={saving.status === "conflict" && "Merge the draft first"}
              onClick={() => void leave(true)}
            >
              Save and leave
            </Button>
          </>
        }
      />
    </Dialog>
  );
}
