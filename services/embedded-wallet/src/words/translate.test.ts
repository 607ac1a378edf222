import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { say, verbatim } from './say.js'
import { createWords, inEnglish, textOf, translate, type Translation } from './translate.js'

const inGerman = (
  text: Parameters<typeof translate>[0],
  translations: Readonly<Record<string, Translation>>,
) => textOf(translate(text, createWords('de', translations)))

describe('a sentence', () => {
  test('is translated with what stands at its places, in the order of the language', () => {
    const sentence = say`At most ${'5 ETH'} every ${say`${2} days`}`
    expect(inEnglish(sentence)).toBe('At most 5 ETH every 2 days')
    const translations = { 'At most {0} every {1}': 'Alle {1} höchstens {0}', '{0} days': '{0} Tage' }
    expect(inGerman(sentence, translations)).toBe('Alle 2 Tage höchstens 5 ETH')
  })

  test('that isn’t translated stays English', () => {
    expect(inGerman(say`Sign`, { 'Sign ': 'Unterschreiben' })).toBe('Sign')
    expect(inGerman(say`Sign`, { Sign: '' })).toBe('Sign')
    expect(inGerman(say`constructor`, {})).toBe('constructor')
  })

  test('that is data alone is shown as it is', () => {
    expect(inGerman(verbatim('message.{0}'), { '{0}': '{0} {0}' })).toBe('message.{0}')
    expect(inGerman('Sign', { Sign: 'Unterschreiben' })).toBe('Sign')
  })

  test('has the plural form of its first number', () => {
    const translations = {
      'Send {0} calls at once': {
        one: 'Wyślij {0} wywołanie',
        few: 'Wyślij {0} wywołania',
        other: 'Wyślij {0} wywołań',
      },
    }
    const polish = (count: number) =>
      textOf(translate(say`Send ${count} calls at once`, createWords('pl', translations)))
    expect([1, 3, 5, 22].map(polish)).toEqual([
      'Wyślij 1 wywołanie',
      'Wyślij 3 wywołania',
      'Wyślij 5 wywołań',
      'Wyślij 22 wywołania',
    ])
  })

  test('has no place filled by a value that looks like one', () => {
    expect(inEnglish(say`From ${'{1}'} to ${'{0}'}`)).toBe('From {1} to {0}')
  })

  test('keeps each value in a piece of its own, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (first, second) => {
        const pieces = translate(
          say`${first} sends ${second}`,
          createWords('de', { '{0} sends {1}': '{1} von {0}' }),
        )
        expect(pieces).toEqual([{ data: second }, ' von ', { data: first }])
      }),
    )
  })
})

describe('an amount', () => {
  test('has the decimal separator of the language, and every digit', () => {
    const amount = { decimal: '123456789012345678901234567890.000000000000000001', symbol: 'ETH' }
    expect(inEnglish(amount)).toBe(`${amount.decimal} ETH`)
    expect(inGerman(amount, {})).toBe(`${amount.decimal.replace('.', ',')} ETH`)
    for (const language of ['ar-EG', 'fa', 'bn', 'mr', 'my', 'de-CH', 'hi'])
      expect(textOf(translate(amount, createWords(language, {}))).replace(/[^\d ETH]/, '.')).toBe(
        `${amount.decimal} ETH`,
      )
  })

  test('of a coin without a name has it translated', () => {
    expect(inGerman({ decimal: '1.5', symbol: say`coins` }, { coins: 'Münzen' })).toBe('1,5 Münzen')
  })
})

test('a time is written as the language does', () => {
  const until = say`${{ seconds: 1_800_000_000 }} UTC`
  expect(inEnglish(until)).toBe('15 January 2027 at 08:00 UTC')
  expect(inGerman(until, {})).toBe('15. Januar 2027 um 08:00 UTC')
})

describe('a translation whose places are not those of the sentence', () => {
  const sentence = say`At most ${'5 ETH'} every ${'day'}, for ${'0xabc'}`
  const places = fc.array(fc.constantFrom('{0}', '{1}', '{2}', '{3}', '{00}', '{}', ' und ', '{', '}'), {
    maxLength: 8,
  })

  test('is never used: nothing is hidden, and nothing is told twice', () => {
    fc.assert(
      fc.property(places, (parts) => {
        const translation = parts.join('')
        const isWhole = ['{0}', '{1}', '{2}'].every((place) => translation.split(place).length === 2)
        const isMore = /\{(?:3|00)\}/.test(translation)
        const shown = inGerman(sentence, { [sentence.template]: translation })
        const english = 'At most 5 ETH every day, for 0xabc'
        if (isWhole && !isMore)
          for (const value of sentence.values) expect(shown.split(String(value))).toHaveLength(2)
        else expect(shown).toBe(english)
      }),
      { numRuns: 2000 },
    )
  })

  test.each(['At most {0}', '{0} {0} {1} {2}', '{0} {1} {2} {3}', '{0}{1}{constructor}', '   '])(
    '%j',
    (text) => {
      expect(inGerman(sentence, { [sentence.template]: text })).toBe(inEnglish(sentence))
      expect(inGerman(sentence, { [sentence.template]: { one: text, other: text } })).toBe(
        inEnglish(sentence),
      )
    },
  )
})
