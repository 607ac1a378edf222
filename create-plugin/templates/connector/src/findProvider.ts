import type { Eip1193Provider } from '@latchkey/plugin-eip155'

/** Looks for the wallet's provider on the page, each time it's needed: an extension may come late, and go. */
export function findProvider(): Eip1193Provider | undefined {
  try {
    const found: unknown = Reflect.get(globalThis, '__camel__')
    return isProvider(found) ? found : undefined
  } catch {
    // Another script may have put something there that throws when it's looked at.
    return undefined
  }
}

const isProvider = (value: unknown): value is Eip1193Provider =>
  typeof (value as Partial<Eip1193Provider> | undefined)?.request === 'function'
