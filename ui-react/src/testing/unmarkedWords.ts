const spoken = [
  'aria-label',
  'aria-description',
  'aria-valuetext',
  'title',
  'placeholder',
  'alt',
  'data-previous',
]

/** What is written on every page and is no word: shortened addresses, hexadecimal numbers. */
const numbers = [/0x\w*…\w+/gi, /0x[0-9a-f]+/gi]

/**
 * Texts of the modal and the buttons with a letter that {@link markedMessages} has not marked: no host can translate them.
 * What assistive technology reads out counts.
 *
 * @param names What is no word of the app: of wallets, networks, coins. Without them, every name is found.
 */
export function unmarkedWords(names: readonly (string | RegExp)[] = []): readonly string[] {
  return textsWith(/[a-z]/i, names)
}

/**
 * Texts of the modal and the buttons with a digit from 0 to 9. Draw the page in a locale that has digits of its own, such as
 * `ar-EG`: then these are the amounts, dates and counts that were written without `Intl`, or in another locale.
 *
 * @param names What stays as it is: addresses, names with numbers in them.
 */
export function unformattedNumbers(names: readonly (string | RegExp)[] = []): readonly string[] {
  return textsWith(/[0-9]/, names)
}

function textsWith(sign: RegExp, names: readonly (string | RegExp)[]): readonly string[] {
  const rest = (text: string) =>
    [...numbers, ...names].reduce<string>((left, name) => left.replaceAll(name, ''), text)
  const found = new Set<string>()
  const note = (text: string) => {
    if (sign.test(rest(text))) found.add(text)
  }
  for (const element of document.body.querySelectorAll('[data-latchkey] *')) {
    for (const name of spoken) note(element.getAttribute(name) ?? '')
    for (const child of element.childNodes) if (child instanceof Text) note(child.data)
  }
  return [...found]
}
