import { createPortal } from "react-dom";

/** Shows a line at the top of the window while another page loads, unless it loads at once. */
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
