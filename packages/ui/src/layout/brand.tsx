/** Baton's mark and name. */
export function Brand() {
  return (
    <span className="flex items-center gap-2 px-2 py-0.5 font-semibold text-lg tracking-[-0.01em]">
      <svg
        width="18"
        height="18"
        viewBox="0 0 18 18"
        aria-hidden="true"
        strokeWidth="4.6"
        strokeLinecap="round"
      >
        <path d="M3.2 14.8L14.8 3.2" stroke="var(--text)" />
        <path d="M10.6 7.4l4.2-4.2" stroke="var(--accent)" />
      </svg>
      Baton
    </span>
  );
}
