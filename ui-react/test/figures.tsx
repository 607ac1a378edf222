import { useSyncExternalStore } from 'react'
import { KernelProvider, type KernelProviderProps } from '../src/KernelProvider.js'
import { unformattedNumbers } from '../src/testing/index.js'

/** One that has the digits of English and other marks, and one that has digits of its own. */
const locales = ['de', 'ar-EG'] as const

let current: string | undefined
const listeners = new Set<() => void>()

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function setLocale(locale: string | undefined): Promise<void> {
  current = locale
  for (const listener of listeners) listener()
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}

/** The provider, in the language that {@link misreadFigures} reads the page in. */
export function LocaleProvider(props: KernelProviderProps) {
  const locale = useSyncExternalStore(listen, () => current)
  return <KernelProvider {...props} {...(locale === undefined ? {} : { locale })} />
}

/** Parts of an address, the placeholder of an amount, and shortened addresses in marked words. */
const noFigures = () => [
  ...[...document.querySelectorAll('.lk-address-group')].flatMap(({ textContent }) => textContent || []),
  /^0$/g,
  /0ẋ[\p{L}\d]*…[\p{L}\d]*/gu,
]

/**
 * Draws the page in German and in Egyptian Arabic, and returns each text with an amount, a worth, a percentage, a date or a
 * count that is not written as that language writes it.
 *
 * @param names What stays as it is: names with numbers in them, codes, and numbers that a sentence has of its own.
 */
export async function misreadFigures(names: readonly (string | RegExp)[] = []): Promise<readonly string[]> {
  const found: string[] = []
  for (const locale of locales) {
    await setLocale(locale)
    found.push(...unformattedNumbers([...names, ...noFigures()], locale).map((text) => `${locale}: ${text}`))
  }
  await setLocale(undefined)
  return found
}
