import { stringToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { address, createEvmContext } from '../../test/evmContext.js'
import { answerEvm } from './evm/answerEvm.js'
import { signInWarning } from './signInWarning.js'
import { inEnglish } from '../../test/inEnglish.js'

const stranger = `0x${'1'.repeat(40)}`
const solana = 'GrDMoeqMLFjeXQ24H56S1RLgT4R76jsuWCd6SvXyGPQ5'
const text = (domain: string, account: string, chain = 'Ethereum') =>
  `${domain} wants you to sign in with your ${chain} account:\n${account}\n\nURI: https://app.example.com`

describe('a text that signs in', () => {
  test.each([
    ['at the app that asks', text('app.example.com', address)],
    ['with a scheme', text('https://app.example.com', address)],
    ['with the address in small letters', text('app.example.com', address.toLowerCase())],
    ['and is none', 'Hello, app.example.com wants you to sign in with your Ethereum account:'],
  ])('%s has no warning', async (_, message) => {
    const { context, shown } = createEvmContext()
    await answerEvm('personal_sign', [message, address], context)
    expect(shown[0]).not.toHaveProperty('warning')
  })

  test.each([
    ['at another site', text('bank.example', address), 'another site'],
    ['at a site that only begins like it', text('app.example.com.evil.example', address), 'another site'],
    ['at another port', text('app.example.com:8443', address), 'another site'],
    ['with a name before the site', text('app.example.com@bank.example', address), 'another site'],
    ['as another account', text('app.example.com', stranger), 'another account'],
    ['as nobody', text('app.example.com', ''), 'another account'],
  ])('%s has one, as text and as bytes', async (_, message, warning) => {
    for (const written of [message, stringToHex(message)]) {
      const { context, shown } = createEvmContext()
      await answerEvm('personal_sign', [written, address], context)
      expect(shown[0]?.warning).toContain(warning)
      expect(shown[0]?.warning).toContain('Decline')
    }
  })

  test('on Solana counts capital letters of the account', () => {
    const own = { appOrigin: 'https://app.example.com', address: solana }
    expect(signInWarning(text('app.example.com', solana, 'Solana'), own)).toBeUndefined()
    expect(inEnglish(signInWarning(text('app.example.com', solana.toLowerCase(), 'Solana'), own))).toContain(
      'account',
    )
    expect(inEnglish(signInWarning(text('bank.example', solana, 'Solana'), own))).toContain('another site')
  })
})
