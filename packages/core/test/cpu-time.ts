/**
 * Returns the CPU time that this process has used, in milliseconds. Unlike a clock, it does not go on while other
 * programs use the CPU, so that a bound on it holds on a busy machine.
 */
export function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
