import { pseudoText } from '../src/messages/pseudoLocale.js'

const spoken = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt', 'data-previous']

/** A section in which every key is translated by marking the English sentence: that of errors, whose keys are codes. */
export const markedSection = new Proxy(
  {},
  {
    getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true, value: undefined }),
    get:
      () =>
      ({ text = '' }: { readonly text?: string }) =>
        pseudoText(text),
  },
)

/**
 * Texts on the page with a letter that the pseudo-locale has not marked, so that no host can translate them.
 *
 * @param data Names that are not the app's words: of wallets, networks, coins, plugins.
 */
export function unmarkedWords(data: readonly (string | RegExp)[]): readonly string[] {
  const rest = (text: string) =>
    [/0x\w*…\w+/gi, /0x[0-9a-f]+/gi, ...data].reduce<string>((left, name) => left.replaceAll(name, ''), text)
  const found = new Set<string>()
  const note = (text: string) => {
    if (/[a-z]/i.test(rest(text))) found.add(text)
  }
  for (const element of document.body.querySelectorAll('[data-latchkey] *')) {
    for (const name of spoken) note(element.getAttribute(name) ?? '')
    for (const child of element.childNodes) if (child instanceof Text) note(child.data)
  }
  return [...found]
}
