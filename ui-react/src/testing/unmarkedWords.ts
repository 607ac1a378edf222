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
 * Texts of the modal and the buttons with a number that is not written as a locale writes it. In a locale with digits of its
 * own, such as `ar-EG`, these are all with a digit from 0 to 9: amounts, dates and counts that were written without `Intl`, or
 * in another locale. In one that has the digits of English, such as `de`, they are those with marks of another locale.
 *
 * @param names What stays as it is: addresses, names with numbers in them.
 * @param locale The one that the page is drawn in.
 */
export function unformattedNumbers(
  names: readonly (string | RegExp)[] = [],
  locale = 'ar-EG',
): readonly string[] {
  if (new Intl.NumberFormat(locale).format(1) !== '1') return textsWith(/[0-9]/, names)
  return textsWith(
    { test: (text) => text.match(markedNumber)?.some((number) => !isOf(locale, number)) === true },
    names,
  )
}

const markedNumber = /\d+(?:[.,]\d+)+/g

/** Whether a number has the marks of a locale, as an amount or as a date in digits. */
function isOf(locale: string, number: string): boolean {
  const parts = new Intl.NumberFormat(locale).formatToParts(1234.5)
  const mark = (type: string) => `\\${parts.find((part) => part.type === type)?.value ?? '.'}`
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'short' }).formatToParts(0)
  const between = date.find((part) => part.type === 'literal')?.value ?? '.'
  const forms = [
    `\\d{1,3}(?:${mark('group')}\\d{3})*(?:${mark('decimal')}\\d+)?`,
    `\\d+(?:${mark('decimal')}\\d+)?`,
    `\\d{1,2}\\${between}\\d{1,2}\\${between}\\d{2,4}`,
  ]
  return new RegExp(`^(?:${forms.join('|')})$`).test(number)
}

function textsWith(sign: Pick<RegExp, 'test'>, names: readonly (string | RegExp)[]): readonly string[] {
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
