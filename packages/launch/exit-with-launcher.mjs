/**
 * Loaded into each service before its own code: when the launcher is gone, even by `kill -9`, the channel to
 * it closes, and the service ends itself. So there are no orphans that a later start would have to find.
 */
const GRACE_MILLISECONDS = 3_000;

// The launcher may be gone before this is even loaded.
if (!process.connected) process.exit(1);

process.on("disconnect", () => {
  setTimeout(() => process.exit(1), GRACE_MILLISECONDS).unref();
  process.kill(process.pid, "SIGTERM");
});
process.channel?.unref();
