/** Returns the last lines that a command printed before it failed. @param error Thrown by `execFileSync` with `stdio: 'pipe'`, or by `execFile` as a promise. */
export function lastLines(error: unknown, count = 40): string {
  const { stdout, stderr } = error as { readonly stdout?: Buffer | string; readonly stderr?: Buffer | string }
  return `${stdout ?? ''}\n${stderr ?? ''}`.trim().split('\n').slice(-count).join('\n')
}
