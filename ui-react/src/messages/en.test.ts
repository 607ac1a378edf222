import { describe, expect, it } from 'vitest'
import { en } from './en.js'
import { pseudoMessages, pseudoText } from './pseudoLocale.js'

const parameters = new Proxy({}, { get: () => '7' }) as never
const all = Object.entries(en).flatMap(([section, table]) =>
  Object.entries(table).map(([key, message]): [string, string] => [
    `${section}.${key}`,
    typeof message === 'string' ? message : (message as (values: never) => string)(parameters),
  ]),
)

describe('the English catalogue', () => {
  it.each(all)('%s is a finished text', (_, text) => {
    expect(text.trim()).toBe(text)
    expect(text).not.toBe('')
    expect(text).not.toMatch(/undefined|\[object|TODO|\.\.\./)
  })

  // 'Browser Wallet' is the specification's own name of it.
  const ours = all.filter(([key]) => key !== 'connect.browserWallet')
  it.each(ours)('%s is in sentence case', (_, text) => {
    const words = text.split(' ').slice(1)
    const capital = words.filter(
      (word, index) => /^[A-Z][a-z]/.test(word) && !/[.!?:]$/.test(text.split(' ')[index]!),
    )
    expect(
      capital.filter((word) => !/^(?:Latchkey|Ethereum|Solana|Bitcoin|Polkadot|WalletConnect)/.test(word)),
    ).toEqual([])
  })
})

describe('pseudoMessages', () => {
  it('changes every sentence and keeps parameters working', () => {
    const pseudo = pseudoMessages(en)
    expect(pseudo.kit.copy).toBe('[Çóþý··]')
    expect(pseudo.kit.errorCode({ code: 'X' })).toContain('Ẋ')
    expect(Object.keys(pseudo.kit)).toEqual(Object.keys(en.kit))
  })

  it('makes a text at least a third longer', () => {
    expect([...pseudoText('Connect wallet')].length).toBeGreaterThanOrEqual(Math.ceil(14 * (4 / 3)))
  })
})
