import type { Kernel } from '@latchkey/kernel'
import { Log } from '@latchkey/kernel/plugin'

/** Writes a sentence to the log, once for each sentence: rendering repeats what it finds. */
export type FaultReport = (sentence: string, error?: unknown) => void

const limit = 200

/** A log that a plugin has replaced may fail itself; then the console is told. */
export function createFaultReport(kernel: Kernel): FaultReport {
  const told = new Set<string>()
  return (sentence, error) => {
    if (told.has(sentence)) return
    if (told.size < limit) told.add(sentence)
    const details = error === undefined ? [] : [error]
    try {
      kernel.find(Log)?.error(sentence, ...details)
    } catch {
      // biome-ignore lint/suspicious/noConsole: the log that should be told does not work.
      console.error(`[latchkey] ${sentence}`)
    }
  }
}
