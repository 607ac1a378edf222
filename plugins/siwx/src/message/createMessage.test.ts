import { describe, expect, it } from 'vitest'
import { readVectors } from '../testing/readVectors.js'
import { parseAccountId, parseChainId } from './caip.js'
import { createMessage } from './createMessage.js'
import { createNonce } from './createNonce.js'
import { parseDateTime } from './dateTime.js'
import { readAccountKind } from './parseText.js'
import { bip122Profile, eip155Profile, polkadotProfile, solanaProfile } from './profiles.js'
import type { SiwxMessage } from './SiwxMessage.js'

const message: SiwxMessage = {
  domain: 'app.example',
  accountAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  statement: 'Welcome.',
  uri: 'https://app.example/login',
  version: '1',
  chainId: 'eip155:1',
  nonce: 'abcdefgh12345678',
  issuedAt: '2026-11-21T10:00:00.000Z',
}

describe('createMessage', () => {
  it('prints each namespace in its form', () => {
    expect(createMessage(message, eip155Profile)).toMatchInlineSnapshot(`
      "app.example wants you to sign in with your Ethereum account:
      0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed

      Welcome.

      URI: https://app.example/login
      Version: 1
      Chain ID: 1
      Nonce: abcdefgh12345678
      Issued At: 2026-11-21T10:00:00.000Z"
    `)
    const { statement: _, ...silent } = message
    const solana = {
      accountAddress: '43h6BNKzvoV43qBLje5dxn7vhcChZjVEAn8PQLZvMiqj',
      chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    }
    expect(createMessage({ ...silent, ...solana }, solanaProfile())).toMatchInlineSnapshot(`
      "app.example wants you to sign in with your Solana account:
      43h6BNKzvoV43qBLje5dxn7vhcChZjVEAn8PQLZvMiqj

      URI: https://app.example/login
      Version: 1
      Chain ID: mainnet
      Nonce: abcdefgh12345678
      Issued At: 2026-11-21T10:00:00.000Z"
    `)
    const bitcoin = {
      accountAddress: 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
      chainId: 'bip122:000000000019d6689c085ae165831e93',
    }
    expect(createMessage({ ...silent, ...bitcoin }, bip122Profile)).toMatchInlineSnapshot(`
      "app.example wants you to sign in with your Bitcoin account:
      bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l


      URI: https://app.example/login
      Version: 1
      Chain ID: 000000000019d6689c085ae165831e93
      Nonce: abcdefgh12345678
      Issued At: 2026-11-21T10:00:00.000Z"
    `)
    const polkadot = {
      accountAddress: '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
      chainId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
    }
    expect(createMessage({ ...silent, ...polkadot }, polkadotProfile)).toMatchInlineSnapshot(`
      "app.example wants you to sign in with your Polkadot account:
      5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY


      URI: https://app.example/login
      Version: 1
      Chain ID: 91b171bb158e2d3848fa23a9f1c25182
      Nonce: abcdefgh12345678
      Issued At: 2026-11-21T10:00:00.000Z"
    `)
  })

  it('says what is wrong and what to do', () => {
    const error = (members: Partial<SiwxMessage>) => {
      try {
        return createMessage({ ...message, ...members }, eip155Profile)
      } catch (thrown) {
        return `${(thrown as { code: string }).code}: ${(thrown as Error).message}`
      }
    }
    expect([
      error({ statement: 'Line\nbreak' }),
      error({ statement: 'Grüezi' }),
      error({ nonce: 'short' }),
      error({ uri: 'app.example' }),
      error({ accountAddress: message.accountAddress.toLowerCase() }),
      error({ chainId: 'eip155:01' }),
      error({ chainId: 'solana:mainnet' }),
      error({ issuedAt: '2026-02-29T00:00:00Z' }),
      error({ domain: 'https://app.example' }),
      error({ resources: ['https://a.example\n- https://b.example'] }),
      error({ requestId: 'a b' }),
    ]).toMatchInlineSnapshot(`
      [
        "SIWX_MESSAGE_INVALID: The sign-in message cannot be built: line 5 must be an empty line after the statement. Correct the field and build the message again.",
        "SIWX_MESSAGE_INVALID: The sign-in message cannot be built: line 4 must be a statement of RFC 3986 characters and spaces. Correct the field and build the message again.",
        "SIWX_MESSAGE_INVALID: The sign-in message cannot be built: line 9 must be a nonce of at least eight letters and digits. Correct the field and build the message again.",
        "SIWX_MESSAGE_INVALID: The sign-in message cannot be built: line 6 must be an RFC 3986 URI. Correct the field and build the message again.",
        "SIWX_MESSAGE_INVALID: The sign-in message cannot be built: the account address is not one of the namespace in its required spelling (EIP-55 on EVM). Correct the field and build the message again.",
        "SIWX_CHAIN_INVALID: "eip155:01" is not a chain of the namespace "eip155". Pass a CAIP-2 id of that namespace.",
        "SIWX_CHAIN_INVALID: "solana:mainnet" is not a chain of the namespace "eip155". Pass a CAIP-2 id of that namespace.",
        "SIWX_MESSAGE_INVALID: The sign-in message cannot be built: line 10 must be an RFC 3339 date-time with a zone. Correct the field and build the message again.",
        "SIWX_MESSAGE_INVALID: The sign-in message cannot be built: the field "domain" would be read back as something else. Correct the field and build the message again.",
        "SIWX_MESSAGE_INVALID: The sign-in message cannot be built: the field "resources" would be read back as something else. Correct the field and build the message again.",
        "SIWX_MESSAGE_INVALID: The sign-in message cannot be built: line 11 must be a request id of RFC 3986 path characters. Correct the field and build the message again.",
      ]
    `)
  })

  it('cannot be talked into lines that are not there', () => {
    const names = [
      'domain',
      'statement',
      'uri',
      'nonce',
      'issuedAt',
      'expirationTime',
      'notBefore',
      'requestId',
    ] as const
    for (const name of names) {
      for (const end of ['\nResources:', '\n', '\r\nURI: https://evil.example', '\n\n']) {
        expect(
          () =>
            createMessage({ ...message, [name]: `${message[name as 'uri'] ?? 'x'}${end}` }, eip155Profile),
          name,
        ).toThrow()
      }
    }
  })
})

describe('CAIP identifiers', () => {
  it('reads every valid chain of the vectors', () => {
    for (const vector of readVectors('caip/caip2_valid')) {
      const text = vector.caip2 ?? vector.chain_id ?? vector.id ?? vector.value
      const parts = parseChainId(text)
      expect(parts && `${parts.namespace}:${parts.reference}`, text).toBe(text)
    }
  })

  it('reads every valid account of the vectors', () => {
    for (const vector of readVectors('caip/caip10_valid')) {
      const text = vector.caip10 ?? vector.account_id ?? vector.id ?? vector.value
      const parts = parseAccountId(text)
      expect(parts && `${parts.chainId}:${parts.address}`, text).toBe(text)
    }
  })

  it.each([
    '',
    ':',
    'a:b',
    'EIP155:1',
    'eip155:',
    'eip155',
    'toolonger:1',
    `eip155:${'1'.repeat(33)}`,
    'eip155:1 ',
    'eip155:ä',
  ])('refuses %j as a chain', (text) => {
    expect(parseChainId(text)).toBeUndefined()
    expect(parseAccountId(`${text}:0x1`)).toBeUndefined()
  })
})

describe('date-times', () => {
  it.each([
    ['1970-01-01T00:00:00Z', 0],
    ['2026-11-21T10:00:00.1239Z', Date.UTC(2026, 10, 21, 10, 0, 0, 123)],
    ['2024-02-29t23:59:59z', Date.UTC(2024, 1, 29, 23, 59, 59)],
    ['2026-11-21T10:00:00+03:30', Date.UTC(2026, 10, 21, 6, 30)],
    ['2026-01-01T00:00:00-23:59', Date.UTC(2026, 0, 1, 23, 59)],
    ['1999-12-31T23:59:60Z', Date.UTC(2000, 0, 1)],
    ['0000-01-01T00:00:00Z', Date.parse('0000-01-01T00:00:00Z')],
    ['9999-12-31T23:59:59.999Z', Date.parse('9999-12-31T23:59:59.999Z')],
  ])('%s', (text, time) => expect(parseDateTime(text)).toBe(time))

  it.each([
    '2026-11-21',
    '2026-11-21T10:00:00',
    '2026-11-21 10:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-11-21T24:00:00Z',
    '2026-11-21T10:60:00Z',
    '2026-11-21T10:00:60Z',
    '2026-11-21T10:00:61Z',
    '2026-11-21T10:00:00.Z',
    '2026-11-21T10:00:00+3:00',
    '2026-11-21T10:00:00+24:00',
    '2026-11-21T10:00:00+0300',
    '2026-11-21T10:00:00ZZ',
    '+002026-11-21T10:00:00Z',
    '２026-11-21T10:00:00Z',
    'Sat, 21 Nov 2026 10:00:00 GMT',
    '1763719200000',
  ])('refuses %s', (text) => expect(parseDateTime(text)).toBeUndefined())

  it('agrees with Date on every day of eight years', () => {
    for (let day = Date.UTC(1996, 0, 1); day < Date.UTC(2004, 0, 1); day += 86_400_000) {
      const text = new Date(day).toISOString()
      expect(parseDateTime(text)).toBe(day)
    }
  })
})

describe('nonces and headers', () => {
  it('draws 24 letters and digits, all of them used, none twice', () => {
    const nonces = Array.from({ length: 2000 }, createNonce)
    expect(new Set(nonces).size).toBe(2000)
    expect(nonces.every((nonce) => /^[A-Za-z0-9]{24}$/.test(nonce))).toBe(true)
    expect(new Set(nonces.join('')).size).toBe(62)
  })

  it('reads the word for the account, and nothing from other texts', () => {
    expect(readAccountKind('a.example wants you to sign in with your Ethereum account:\n')).toBe('Ethereum')
    expect(readAccountKind('a.example wants you to sign in with your  account:')).toBeUndefined()
    expect(readAccountKind('Transfer 1 ETH')).toBeUndefined()
    expect(readAccountKind('')).toBeUndefined()
  })
})
