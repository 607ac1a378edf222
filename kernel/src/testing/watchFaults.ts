import { describeFound } from './describeFound.js'

export interface FaultsWatch {
  /** The faults that the kernel contained and logged. */
  faults(): readonly string[]
  /** Puts the console back. */
  stop(): void
}

/** Listens to what the kernel writes to the console, where it says what a plugin did wrong and it could contain. */
export function watchFaults(): FaultsWatch {
  const said: string[] = []
  const { warn, error } = console
  const hear =
    (original: (...given: unknown[]) => void) =>
    (...given: unknown[]): void => {
      if (typeof given[0] === 'string' && given[0].startsWith('[latchkey]')) {
        said.push(given.map(describeFound).join(' '))
      } else original.apply(console, given)
    }
  console.warn = hear(warn)
  console.error = hear(error)
  return {
    faults: () => [...said],
    stop() {
      console.warn = warn
      console.error = error
    },
  }
}
