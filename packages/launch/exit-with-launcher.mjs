/**
 * Loaded into each service before its own code. When the launcher exits, even by `kill -9`, its channel
 * closes and the service exits. So a later start finds no orphans.
 */
const GRACE_MILLISECONDS = 3_000;

// The launcher may have exited before this module was loaded.
if (!process.connected) process.exit(1);

process.on("disconnect", () => {
  setTimeout(() => process.exit(1), GRACE_MILLISECONDS).unref();
  process.kill(process.pid, "SIGTERM");
});
process.channel?.unref();
