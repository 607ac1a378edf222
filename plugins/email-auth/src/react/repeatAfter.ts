/** Runs something again and again, each time a pause after it has ended, however it ended. Returns what stops it. */
export function repeatAfter(run: () => Promise<unknown>, pause: number): () => void {
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  async function repeat(): Promise<void> {
    await run().catch(() => undefined)
    if (!isStopped) timer = setTimeout(() => void repeat(), pause)
  }
  void repeat()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
