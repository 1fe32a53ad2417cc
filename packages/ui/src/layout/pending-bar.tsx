import { createPortal } from "react-dom";

/**
 * A line at the top of the window while another page is on its way; one that comes at once is not announced.
 */
export function PendingBar() {
  return createPortal(
    <span
      role="progressbar"
      aria-label="The page is loading"
      className="fixed inset-x-0 top-0 z-50 h-0.5 animate-fade-in bg-accent [animation-delay:200ms] [animation-fill-mode:backwards]"
    />,
    document.body,
  );
}
