import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64, hex } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { createMessage } from '../../message/createMessage.js'
import { formatText } from '../../message/formatText.js'
import { parseMessage } from '../../message/parseMessage.js'
import { parseText } from '../../message/parseText.js'
import { solanaProfile } from '../../message/profiles.js'
import { describeTampering } from '../../testing/describeTampering.js'
import { readVectors } from '../../testing/readVectors.js'
import { solanaSigner } from '../../testing/signers.js'
import { concat, toHex } from '../../message/bytes.js'
import { createVerifier } from '../createVerifier.js'
import { memoryNonces } from '../nonces/memoryNonces.js'
import { solana, verifyEd25519 } from './solana.js'

const { grammar } = solanaProfile()
const signer = solanaSigner(1)
const other = solanaSigner(2)
const ORDER = ed25519.Point.CURVE().n

/** The same signature with s + L: valid to a verifier that does not bound s. */
function malleate(signature: Uint8Array): Uint8Array {
  const little = Uint8Array.from(signature.subarray(32)).reverse()
  const s = BigInt(toHex(little)) + ORDER
  return concat(signature.subarray(0, 32), hex.decode(s.toString(16).padStart(64, '0')).reverse())
}

describe('Sign In With Solana vectors', () => {
  it.each(readVectors('solana/siws/messages_wallet_standard'))(
    'reads and prints: $id',
    ({ parsed, text }) => {
      if (parsed.statement?.includes('\n')) {
        // The library takes statements of several lines; the SIWS ABNF does not, and neither do we.
        return expect(parseText(text, grammar).ok).toBe(false)
      }
      const read = parseText(text, grammar)
      expect(read).toEqual({ ok: true, text: { accountKind: 'Solana', ...parsed } })
      expect(formatText(parsed, grammar)).toBe(text)
    },
  )

  it.each(readVectors('solana/siws/messages_mobile_wallet_adapter'))('reads: $id', ({ text, fields }) => {
    if (fields.statement?.includes('\n')) return expect(parseText(text, grammar).ok).toBe(false)
    expect(parseText(text, grammar)).toEqual({ ok: true, text: { accountKind: 'Solana', ...fields } })
    // Without a statement the Android library writes one line feed more than the ABNF; we write the ABNF.
    expect(formatText(fields, grammar)).toBe(text.replace('\n\n\nURI', '\n\nURI'))
  })

  it('agrees with Wycheproof on every Ed25519 case', () => {
    for (const vector of readVectors('crypto/ed25519/wycheproof')) {
      const [signature, message, key] = [vector.signature, vector.message, vector.publicKey].map(hex.decode)
      if (!signature || !message || !key) throw new Error(vector.id)
      expect(verifyEd25519(signature, message, key), vector.id).toBe(vector.result === 'valid')
    }
  })
})

describeTampering('solana', {
  namespace: solana(),
  chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  otherChainId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  otherChainText: 'devnet',
  address: signer.address,
  otherAddress: other.address,
  sign: signer.sign,
  spoil: (signature) => {
    const bytes = base58.decode(signature)
    return [
      ['s plus the order', malleate(bytes), 'SIGNATURE_INVALID'],
      ['flipped bit', bytes.map((byte, index) => (index === 5 ? byte ^ 1 : byte)), 'SIGNATURE_INVALID'],
      ['all zero', new Uint8Array(64), 'SIGNATURE_INVALID'],
      ['all ones', new Uint8Array(64).fill(255), 'SIGNATURE_INVALID'],
      ['identity point and zero', concat(Uint8Array.of(1), new Uint8Array(63)), 'SIGNATURE_INVALID'],
      ['a byte short', bytes.subarray(1), 'SIGNATURE_MALFORMED'],
      ['a byte more', concat(bytes, Uint8Array.of(0)), 'SIGNATURE_MALFORMED'],
      ['empty', '', 'SIGNATURE_MALFORMED'],
      ['not base58', `${signature.slice(1)}0`, 'SIGNATURE_MALFORMED'],
      ['base64 without padding', base64.encode(bytes).slice(0, -2), 'SIGNATURE_MALFORMED'],
      ['of another account', other.sign('hello'), 'SIGNATURE_INVALID'],
    ]
  },
})

const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

const encode = (text: string) => new TextEncoder().encode(text)
const domain = concat(Uint8Array.of(0xff), encode('solana offchain'))

/** An off-chain message of version 0, or one that is wrong in what is given. */
function offchain(
  text: string,
  given: Partial<{
    domain: Uint8Array
    version: number
    application: Uint8Array
    format: number
    count: number
    signers: readonly Uint8Array[]
    length: number
  }> = {},
): Uint8Array {
  const signers = given.signers ?? [signer.publicKey]
  const length = given.length ?? encode(text).length
  return concat(
    given.domain ?? domain,
    Uint8Array.of(given.version ?? 0),
    given.application ?? new Uint8Array(32),
    Uint8Array.of(given.format ?? 1, given.count ?? signers.length),
    ...signers,
    Uint8Array.of(length & 0xff, length >> 8),
    encode(text),
  )
}

/** An off-chain message of version 1. */
const version1 = (text: string, signers: readonly Uint8Array[] = [signer.publicKey]) =>
  concat(domain, Uint8Array.of(1, signers.length), ...signers, encode(text))

async function setUp(options?: Parameters<typeof solana>[0]) {
  const verifier = createVerifier({
    domain: 'app.example',
    verifiers: [solana(options)],
    nonces: memoryNonces(),
  })
  const message = {
    domain: 'app.example',
    accountAddress: signer.address,
    uri: 'https://app.example',
    version: '1' as const,
    chainId,
    nonce: await verifier.issueNonce(),
    issuedAt: new Date().toISOString(),
  }
  return { verifier, message }
}

describe('Solana signatures and chains', () => {
  it.each([
    ['bytes', (signature: string) => base58.decode(signature)],
    ['base64', (signature: string) => base64.encode(base58.decode(signature))],
    ['hexadecimal', (signature: string) => toHex(base58.decode(signature))],
  ])('takes a signature as %s', async (_, encode) => {
    const { verifier, message } = await setUp()
    const text = createMessage(message, solanaProfile())
    const result = await verifier.verify({ message: text, signature: encode(signer.sign(text)) })
    expect(result).toMatchObject({
      ok: true,
      method: 'solana:ed25519',
      accountId: `${chainId}:${signer.address}`,
    })
  })

  it('takes a signature over the off-chain message of the text', async () => {
    const { verifier, message } = await setUp()
    const text = createMessage(message, solanaProfile())
    const result = await verifier.verify({ message: text, signature: signer.signBytes(offchain(text)) })
    expect(result).toMatchObject({
      ok: true,
      method: 'solana:ed25519',
      accountId: `${chainId}:${signer.address}`,
    })
  })

  it('takes a signature over the off-chain message of version 1 of the text, of any length', async () => {
    for (const statement of ['a', 'a'.repeat(2_000)]) {
      const { verifier, message } = await setUp()
      const text = createMessage({ ...message, statement }, solanaProfile())
      const result = await verifier.verify({ message: text, signature: signer.signBytes(version1(text)) })
      expect(result).toMatchObject({ ok: true, accountId: `${chainId}:${signer.address}` })
    }
  })

  it('takes an off-chain message of 1232 bytes, and none that is longer', async () => {
    for (const [length, answer] of [
      [1147, { ok: true }],
      [1148, { ok: false, code: 'SIGNATURE_INVALID' }],
    ] as const) {
      const { verifier, message } = await setUp()
      const missing = length - createMessage({ ...message, statement: 'a' }, solanaProfile()).length
      const text = createMessage({ ...message, statement: 'a'.repeat(1 + missing) }, solanaProfile())
      expect(encode(text).length).toBe(length)
      const signature = signer.signBytes(offchain(text))
      expect(await verifier.verify({ message: text, signature })).toMatchObject(answer)
    }
  })

  it.each<[string, (text: string) => Uint8Array]>([
    ['around another text', (text) => offchain(`${text} `)],
    ['around the text in Polkadot’s tags', (text) => offchain(`<Bytes>${text}</Bytes>`)],
    ['that names another account', (text) => offchain(text, { signers: [other.publicKey] })],
    ['of two accounts', (text) => offchain(text, { signers: [signer.publicKey, other.publicKey] })],
    [
      'of two accounts, this one second',
      (text) => offchain(text, { signers: [other.publicKey, signer.publicKey] }),
    ],
    [
      'that names the account twice',
      (text) => offchain(text, { signers: [signer.publicKey, signer.publicKey] }),
    ],
    ['that names no account', (text) => offchain(text, { signers: [] })],
    ['that counts two accounts and names one', (text) => offchain(text, { count: 2 })],
    ['of version 0 that calls itself 1', (text) => offchain(text, { version: 1 })],
    ['of version 1 around another text', (text) => version1(`${text} `)],
    ['of version 1 that names another account', (text) => version1(text, [other.publicKey])],
    ['of version 1 of two accounts', (text) => version1(text, [signer.publicKey, other.publicKey])],
    [
      'of version 1 that names the account twice',
      (text) => version1(text, [signer.publicKey, signer.publicKey]),
    ],
    ['of version 1 that names no account', (text) => version1(text, [])],
    [
      'of version 1 with a length',
      (text) => concat(version1(''), Uint8Array.of(text.length & 0xff, text.length >> 8), encode(text)),
    ],
    ['of version 2', (text) => concat(domain, Uint8Array.of(2, 1), signer.publicKey, encode(text))],
    ['for an application', (text) => offchain(text, { application: new Uint8Array(32).fill(1) })],
    ['that calls line breaks ASCII', (text) => offchain(text, { format: 0 })],
    ['of the long format', (text) => offchain(text, { format: 2 })],
    ['with a length one too small', (text) => offchain(text, { length: text.length - 1 })],
    ['with a length one too great', (text) => offchain(text, { length: text.length + 1 })],
    [
      'with a length written the other way',
      (text) => offchain(text, { length: ((text.length & 0xff) << 8) | (text.length >> 8) }),
    ],
    ['with a byte after it', (text) => concat(offchain(text), Uint8Array.of(0))],
    ['without its last byte', (text) => offchain(text).subarray(0, -1)],
    ['without the first byte of its domain', (text) => offchain(text).subarray(1)],
    ['of another domain', (text) => offchain(text, { domain: encode('\u007fsolana offchain') })],
    [
      'with the short head of before',
      (text) => concat(domain, Uint8Array.of(0, 1, text.length & 0xff, text.length >> 8), encode(text)),
    ],
    ['with its domain alone', (text) => concat(domain, encode(text))],
    [
      'within another',
      (text) => {
        const inner = offchain(text)
        return concat(offchain(text, { length: inner.length }).subarray(0, 85), inner)
      },
    ],
  ])('refuses a signature over an off-chain message %s', async (_, wrong) => {
    const { verifier, message } = await setUp()
    const text = createMessage(message, solanaProfile())
    const refused = await verifier.verify({ message: text, signature: signer.signBytes(wrong(text)) })
    expect(refused).toMatchObject({ ok: false, code: 'SIGNATURE_INVALID' })
  })

  it('refuses another account’s signature over the off-chain message of this one', async () => {
    const { verifier, message } = await setUp()
    const text = createMessage(message, solanaProfile())
    const refused = await verifier.verify({ message: text, signature: other.signBytes(offchain(text)) })
    expect(refused).toMatchObject({ ok: false, code: 'SIGNATURE_INVALID' })
  })

  it('takes the chain in the forms it issues and no other', async () => {
    const { message } = await setUp()
    for (const form of ['cluster', 'walletStandard', 'reference'] as const) {
      const text = createMessage(message, solanaProfile([form]))
      for (const accepted of ['cluster', 'walletStandard', 'reference'] as const) {
        expect(parseMessage(text, solanaProfile([accepted])).ok).toBe(form === accepted)
      }
    }
    const both = solanaProfile(['cluster', 'reference'])
    expect(parseMessage(createMessage(message, solanaProfile(['reference'])), both).ok).toBe(true)
  })

  it.each([
    '1',
    '101',
    'MAINNET',
    'Mainnet',
    'mainnet-beta',
    'localnet',
    'eip155:1',
    'solana:1',
    '0'.repeat(32),
  ])('takes no chain of another kind without a list of chains: %s', async (chain) => {
    const { message } = await setUp()
    for (const forms of [undefined, ['reference', 'cluster', 'walletStandard'] as const]) {
      const profile = solanaProfile(forms)
      const text = createMessage(message, profile).replace(/Chain ID: .*/, `Chain ID: ${chain}`)
      expect(parseMessage(text, profile)).toEqual({ ok: false, reason: 'chain' })
      expect(profile.printChain(chain.startsWith('solana:') ? chain : `solana:${chain}`)).toBeUndefined()
    }
  })

  it('refuses an address that is not 32 bytes', async () => {
    const { message } = await setUp()
    for (const accountAddress of ['1'.repeat(31), signer.address.slice(4), `1${signer.address}`, 'A']) {
      expect(() => createMessage({ ...message, accountAddress }, solanaProfile())).toThrow('account address')
    }
  })

  it('does not build a statement that would be read as a field', async () => {
    const { message } = await setUp()
    expect(() =>
      createMessage({ ...message, statement: 'URI: https://evil.example' }, solanaProfile()),
    ).toThrow()
  })

  it('refuses a text that leaves out what a sign-in needs', async () => {
    const { verifier, message } = await setUp()
    const full = createMessage(message, solanaProfile())
    for (const label of ['URI', 'Chain ID', 'Nonce', 'Issued At']) {
      const text = full
        .split('\n')
        .filter((line) => !line.startsWith(`${label}: `))
        .join('\n')
      const result = await verifier.verify({ message: text, signature: signer.sign(text) })
      expect(result, label).toMatchObject({ ok: false, code: 'FIELD_MISSING' })
    }
  })
})

describe('solana:signIn', () => {
  async function signIn(change: (text: string) => string, input: object = {}) {
    const { verifier, message } = await setUp()
    const { accountAddress: _, chainId: __, ...asked } = message
    const text = change(createMessage({ ...message, statement: 'Welcome.' }, solanaProfile()))
    const signedMessage = new TextEncoder().encode(text)
    const output = {
      account: { publicKey: signer.publicKey },
      signedMessage,
      signature: base58.decode(signer.sign(text)),
    }
    const signIn = { input: { ...asked, statement: 'Welcome.', chainId: 'mainnet', ...input }, output }
    const result = await verifier.verify({ signIn })
    return result.ok ? result.accountId : result.code
  }

  it('accepts what was asked for', async () => {
    expect(await signIn((text) => text)).toBe(`${chainId}:${signer.address}`)
    expect(await signIn((text) => `${text}\nRequest ID: added-by-wallet`)).toBe(
      `${chainId}:${signer.address}`,
    )
    expect(await signIn((text) => `${text}\nResources:`, { resources: [] })).toBe(
      `${chainId}:${signer.address}`,
    )
  })

  it.each([
    ['0', (text: string) => offchain(text)],
    ['1', (text: string) => version1(text)],
  ])('accepts the text in an off-chain message of version %s, and no other in it', async (_, wrap) => {
    const ask = async (change: (text: string) => string, sign = signer) => {
      const { verifier, message } = await setUp()
      const { accountAddress: _account, chainId: _chain, ...asked } = message
      const text = change(createMessage({ ...message, statement: 'Welcome.' }, solanaProfile()))
      const signedMessage = wrap(text)
      const signature = base58.decode(sign.signBytes(signedMessage))
      const output = { account: { publicKey: signer.publicKey }, signedMessage, signature }
      const result = await verifier.verify({ signIn: { input: { ...asked, statement: 'Welcome.' }, output } })
      return result.ok ? result.accountId : result.code
    }
    expect(await ask((text) => text)).toBe(`${chainId}:${signer.address}`)
    expect(await ask((text) => text.replace('Welcome.', 'Pay everything.'))).toBe('SIGN_IN_INPUT_MISMATCH')
    expect(await ask((text) => text, other)).toBe('SIGNATURE_INVALID')
  })

  it('takes an empty member that the wallet leaves out, and no other in its place', async () => {
    const empty = { statement: '', requestId: '' }
    const without = (text: string) => text.replace('Welcome.\n\n', '')
    expect(await signIn(without, empty)).toBe(`${chainId}:${signer.address}`)
    expect(await signIn((text) => text, empty)).toBe('SIGN_IN_INPUT_MISMATCH')
    expect(await signIn((text) => `${without(text)}\nRequest ID: theirs`, empty)).toBe(
      'SIGN_IN_INPUT_MISMATCH',
    )
    expect(await signIn((text) => text, { domain: '' })).toBe('SIGN_IN_INPUT_MISMATCH')
  })

  it('refuses a member the wallet or page changed', async () => {
    const mismatch = 'SIGN_IN_INPUT_MISMATCH'
    expect(await signIn((text) => text.replace('app.example wants', 'evil.example wants'))).toBe(mismatch)
    expect(await signIn((text) => text.replace('Welcome.', 'Give me everything.'))).toBe(mismatch)
    expect(await signIn((text) => text.replace('mainnet', 'devnet'))).toBe(mismatch)
    expect(await signIn((text) => text, { requestId: 'mine' })).toBe(mismatch)
    expect(await signIn((text) => text, { resources: ['https://app.example/terms'] })).toBe(mismatch)
    expect(await signIn((text) => text, { address: other.address })).toBe(mismatch)
  })

  it('refuses another account, bytes that are not UTF-8, and no bytes at all', async () => {
    expect(await signIn((text) => text.replace(signer.address, other.address))).toBe('ACCOUNT_MISMATCH')
    const { verifier } = await setUp()
    const bytes = new Uint8Array([0xff, 0xfe])
    const output = {
      account: { publicKey: signer.publicKey },
      signedMessage: bytes,
      signature: new Uint8Array(64),
    }
    expect(await verifier.verify({ signIn: { input: {}, output } })).toMatchObject({
      code: 'MESSAGE_MALFORMED',
    })
    const nothing = { signIn: { input: {}, output: undefined as any } }
    expect(await verifier.verify(nothing)).toMatchObject({ code: 'REQUEST_MALFORMED' })
  })
})
