"use client";

import { Check, CircleAlert, TriangleAlert } from "lucide-react";
import * as Radix from "radix-ui/toast";
import type { ReactNode } from "react";

export type ToastTone = "ok" | "warn" | "danger";

export type ToastMessage = {
  tone: ToastTone;
  /** Names the event ("Draft v8 saved"). */
  title: string;
  /** Explanation or next step. */
  description?: ReactNode;
  /** An optional action; `label` is a verb ("Undo"). */
  action?: { label: string; onSelect: () => void };
};

export type OpenToast = { id: number; message: ToastMessage };

const icons = {
  ok: <Check className="mt-0.5 size-4 text-ok" aria-hidden />,
  warn: <TriangleAlert className="mt-0.5 size-4 text-warn" aria-hidden />,
  danger: <CircleAlert className="mt-0.5 size-4 text-danger" aria-hidden />,
} satisfies Record<ToastTone, ReactNode>;

export type ToastsProps = { open: readonly OpenToast[]; onClose: (id: number) => void };

/** Shows the open toasts at the bottom right. F8 moves the focus to them. */
export function Toasts({ open, onClose }: ToastsProps) {
  return (
    <Radix.Provider duration={6000} label="Message">
      {open.map(({ id, message }) => (
        <Radix.Root
          key={id}
          type={message.tone === "ok" ? "background" : "foreground"}
          onOpenChange={(isOpen) => !isOpen && onClose(id)}
          className="flex items-start gap-2.5 rounded-lg border border-line bg-surface px-3 py-2.5 shadow-e2 data-[state=open]:animate-fade-in"
        >
          {icons[message.tone]}
          <div className="min-w-0 flex-1">
            <Radix.Title className="font-medium">{message.title}</Radix.Title>
            {message.description && (
              <Radix.Description className="text-sm text-text-2">{message.description}</Radix.Description>
            )}
          </div>
          {message.action && (
            <Radix.Action
              altText={message.action.label}
              onClick={message.action.onSelect}
              className="h-(--control-sm) rounded-md border border-line-2 bg-surface px-2 font-medium text-sm shadow-e1 transition-colors hover:border-line-strong hover:bg-surface-2"
            >
              {message.action.label}
            </Radix.Action>
          )}
        </Radix.Root>
      ))}
      <Radix.Viewport className="fixed right-4 bottom-16 z-50 flex w-[min(360px,calc(100vw-32px))] flex-col gap-2.5 outline-none" />
    </Radix.Provider>
  );
}
