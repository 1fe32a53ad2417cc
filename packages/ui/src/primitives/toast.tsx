"use client";

import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useState } from "react";
import type { OpenToast, ToastMessage } from "./toasts";

export type { ToastMessage } from "./toasts";

type Toasted = { open: readonly OpenToast[]; shownCount: number };

const ShowToast = createContext<(message: ToastMessage) => void>(() => {});

/** Most pages never show a toast, so the component loads with the first one. */
const Toasts = lazy(async () => ({ default: (await import("./toasts")).Toasts }));

/** Contains the open toasts; used once, around the app. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [{ open, shownCount }, setToasts] = useState<Toasted>({ open: [], shownCount: 0 });
  const show = useCallback((message: ToastMessage) => {
    setToasts((before) => ({
      open: [...before.open, { id: before.shownCount, message }],
      shownCount: before.shownCount + 1,
    }));
  }, []);
  const close = (closed: number) =>
    setToasts((before) => ({ ...before, open: before.open.filter(({ id }) => id !== closed) }));
  return (
    <ShowToast value={show}>
      {children}
      {shownCount > 0 && (
        <Suspense>
          <Toasts open={open} onClose={close} />
        </Suspense>
      )}
    </ShowToast>
  );
}

/** Returns a function that shows a toast. */
export function useToast(): (message: ToastMessage) => void {
  return useContext(ShowToast);
}
