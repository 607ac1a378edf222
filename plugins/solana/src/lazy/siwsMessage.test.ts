import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import mobile from '../../vectors/messages_mobile_wallet_adapter.json' with { type: 'json' }
import standard from '../../vectors/messages_wallet_standard.json' with { type: 'json' }
import { readSiws, type SiwsMessage, writeSiws } from './siwsMessage.js'

const severalLines = (message: SiwsMessage) => message.statement?.includes('\n') === true

describe('the text of Sign In With Solana', () => {
  it('agrees with every public vector', () => {
    const cases = [
      ...mobile.cases.map(({ text, fields }) => ({ text, message: fields as SiwsMessage })),
      ...standard.cases.map(({ text, parsed }) => ({ text, message: parsed as SiwsMessage })),
    ]
    expect(cases).toHaveLength(8)
    for (const { text, message } of cases) {
      expect(readSiws(text), text).toEqual(message)
      // The ABNF has no line break in a statement, and the mobile library one empty line too many without one.
      if (severalLines(message)) expect(() => writeSiws(message)).toThrow('one line')
      else expect(writeSiws(message)).toBe(text.replace('\n\n\n', '\n\n'))
    }
  })

  it('reads back whatever it wrote', () => {
    const line = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => !/\p{Cc}/u.test(text))
    const optional = fc.record(
      {
        statement: line.map((text) => `Sign in: ${text}`),
        uri: line,
        version: line,
        chainId: line,
        nonce: line,
        issuedAt: line,
        expirationTime: line,
        notBefore: line,
        requestId: line,
        resources: fc.array(line, { maxLength: 3 }),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(line, line, optional, (domain, address, rest) => {
        const message = { domain, address, ...rest }
        expect(readSiws(writeSiws(message))).toEqual(message)
      }),
    )
  })

  it.each([
    ['', 'app.example'],
    ['no address', 'app.example wants you to sign in with your Solana account:\n'],
    ['no domain', ' wants you to sign in with your Solana account:\nA'],
    ['another chain', 'app.example wants you to sign in with your Ethereum account:\nA'],
    ['an end that is not one', 'app.example wants you to sign in with your Solana account:\nA\n'],
    ['no empty line', 'app.example wants you to sign in with your Solana account:\nA\nURI: x'],
  ])('is not read from %s', (_, text) => {
    expect(readSiws(text)).toBeUndefined()
  })

  it('refuses members that could pose as others', () => {
    const message = { domain: 'app.example', address: 'A' }
    expect(() => writeSiws({ ...message, statement: 'x\nURI: y' })).toThrowErrorMatchingInlineSnapshot(
      `[BaseError: The sign-in text cannot be written: "statement" must be one line.]`,
    )
    expect(() => writeSiws({ ...message, resources: ['a\r\nb'] })).toThrow('"resources" must be one line')
    expect(() => writeSiws({ ...message, nonce: 1 as never })).toThrow('"nonce"')
  })
})
