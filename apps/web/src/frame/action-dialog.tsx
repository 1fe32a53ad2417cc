"use client";

import { Button } from "@baton/ui/primitives/button";
import { Dialog, DialogClose, DialogContent, DialogTrigger } from "@baton/ui/primitives/dialog";
import { type ReactNode, useId, useState } from "react";
import { FormError } from "@/features/account/form-error";

type ActionDialogProps = {
  /** The button that opens it. */
  trigger: ReactNode;
  title: string;
  description?: ReactNode;
  /** Label of the confirm button. */
  verb: string;
  isDangerous?: boolean;
  /** Reason why the action is not possible yet; null if it is. */
  missing?: string | null;
  /** Checks the input and shows what is wrong with it; false if the action cannot be performed. */
  checkInput?: () => boolean | Promise<boolean>;
  /** Performs the action; if it fails, the dialog stays open and shows the reason. */
  onConfirm: () => Promise<unknown>;
  onOpen?: () => void;
  /** Shows it open at first, for a link that leads to it. */
  isOpenAtFirst?: boolean;
  children?: ReactNode;
};

/** Asks for the required input, performs the action, and closes. */
export function ActionDialog({
  trigger,
  title,
  description,
  verb,
  isDangerous = false,
  missing = null,
  checkInput,
  onConfirm,
  onOpen,
  isOpenAtFirst = false,
  children,
}: ActionDialogProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<{ message: string } | null>(null);
  const formId = useId();
  const open = (isOpening: boolean) => {
    setOpen(isOpening);
    setError(null);
    if (isOpening) onOpen?.();
  };
  const confirm = async () => {
    setBusy(true);
    try {
      if (checkInput && !(await checkInput())) return;
      await onConfirm();
      setOpen(false);
    } catch (failure) {
      setError({ message: failure instanceof Error ? failure.message : String(failure) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog open={isOpen} onOpenChange={open}>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent
        title={title}
        description={description}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="ghost">Cancel</Button>
            </DialogClose>
            <Button
              type="submit"
              form={formId}
              variant={isDangerous ? "danger" : "primary"}
              disabled={isBusy}
              disabledReason={missing ?? undefined}
            >
              {verb}
            </Button>
          </>
        }
      >
        <form
          id={formId}
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (missing === null && !isBusy) void confirm();
          }}
        >
          {children}
          <FormError error={error} />
        </form>
      </DialogContent>
    </Dialog>
  );
}
