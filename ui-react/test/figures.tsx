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

/** What `isolateText` marked and no part of the kit made an element of: a person copies it along. */
function strayMarks(): readonly string[] {
  const found: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent ?? ''
    if (/[\u2066-\u2069]/.test(text)) found.push(`invisible mark: ${text}`)
  }
  return found
}

/**
 * Draws the page in German and in Egyptian Arabic, and returns each text with an amount, a worth, a percentage, a date or a
 * count that is not written as that language writes it, and each text with an invisible mark of direction.
 *
 * @param names What stays as it is: names with numbers in them, codes, and numbers that a sentence has of its own.
 */
export async function misreadFigures(names: readonly (string | RegExp)[] = []): Promise<readonly string[]> {
  const found: string[] = [...strayMarks()]
  for (const locale of locales) {
    await setLocale(locale)
    found.push(...unformattedNumbers([...names, ...noFigures()], locale).map((text) => `${locale}: ${text}`))
  }
  await setLocale(undefined)
  return found
}
