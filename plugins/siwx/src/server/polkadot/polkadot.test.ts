import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { hex } from '@scure/base'
import * as sr25519 from '@scure/sr25519'
import { describe, expect, it } from 'vitest'
import { concat, readHex, toHex } from '../../message/bytes.js'
import { createMessage } from '../../message/createMessage.js'
import { polkadotProfile } from '../../message/profiles.js'
import { decodeSs58, encodeSs58, isSameSs58 } from '../../message/ss58.js'
import { describeTampering } from '../../testing/describeTampering.js'
import { readVectors } from '../../testing/readVectors.js'
import { type PolkadotKind, polkadotSigner } from '../../testing/signers.js'
import { createVerifier } from '../createVerifier.js'
import { memoryNonces } from '../nonces/memoryNonces.js'
import { nobleRecover } from '../secp256k1Recover.js'
import { polkadot } from './polkadot.js'
import { isWrappedBytes, signedForms, verifyPolkadotSignature } from './verifyPolkadotSignature.js'

const CHAIN = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
const KUSAMA = 'polkadot:b0a8d493285c2df73290dfb7e61f870f'
const utf8 = (text: string) => new TextEncoder().encode(text)
const bytesOf = (text: string) => readHex(text) ?? new Uint8Array()

/** A recorded argument: text, hexadecimal or bytes. */
const argument = (value: any): Uint8Array =>
  typeof value === 'string'
    ? value.startsWith('0x')
      ? bytesOf(value)
      : utf8(value)
    : hex.decode(value.bytes)

function keyOf(value: any): Uint8Array {
  const isAddress = typeof value === 'string' && !value.startsWith('0x')
  return isAddress ? (decodeSs58(value)?.publicKey ?? new Uint8Array()) : argument(value)
}

describe('Polkadot vectors', () => {
  it.each(readVectors('polkadot/signature/verify_polkadot_js'))('$desc', (vector) => {
    const [message, signature, account] = vector.args
    const bytes = argument(message)
    const check = () => verifyPolkadotSignature(bytes, argument(signature), keyOf(account), nobleRecover)
    if (vector.throws) return expect(check().state).toBe('malformed')
    const { crypto, isValid, isWrapped, publicKey } = vector.expect
    if (crypto === 'ethereum') {
      // polkadot-js takes the higher s; we do not. With the lower s the signature is taken.
      expect(check().state).toBe('high-s')
      const whole = argument(signature).slice(-65)
      const lower = bytesOf(highS(toHex(whole)))
      return expect(verifyPolkadotSignature(bytes, lower, keyOf(account), nobleRecover)).toMatchObject({
        crypto,
      })
    }
    expect(check()).toMatchObject(isValid ? { state: 'valid', crypto } : { state: 'invalid' })
    expect(isWrappedBytes(bytes)).toBe(isWrapped)
    expect(hex.encode(keyOf(account))).toBe(publicKey.bytes)
  })

  it.each(readVectors('polkadot/signature/wasm_known'))('$id', (vector) => {
    const seed = hex.decode(vector.seed)
    if (vector.publicKey) {
      const pair =
        vector.crypto === 'sr25519'
          ? sr25519.getPublicKey(sr25519.secretFromSeed(seed))
          : ed25519.getPublicKey(seed)
      expect(hex.encode(pair)).toBe(vector.publicKey)
    }
    if (vector.signature) {
      const [message, signature, key] = [vector.message, vector.signature, vector.publicKey].map(bytesOf)
      if (!message || !signature || !key) throw new Error(vector.id)
      expect(verifyPolkadotSignature(message, signature, key, nobleRecover).state).toBe('valid')
    }
  })

  it.each(readVectors('polkadot/raw/wrap_bytes'))('$op of $input', ({ op, input, expect: wanted }) => {
    if (op === 'wrap') {
      if (isWrappedBytes(utf8(input))) return expect(wanted).toBe(input)
      return expect(signedForms(utf8(input))[0]).toEqual(utf8(wanted))
    }
    const bytes = utf8(input)
    expect(isWrappedBytes(bytes) ? bytes.subarray(7, -8) : bytes).toEqual(utf8(wanted))
  })
})

describe('SS58 vectors', () => {
  const run: Record<string, (...args: any[]) => unknown> = {
    decodeAddress: (address, _ignore, prefix) => {
      const decoded = decodeSs58(address)
      if (!decoded || (prefix !== undefined && prefix >= 0 && decoded.prefix !== prefix))
        throw new Error('not SS58')
      return { bytes: hex.encode(decoded.publicKey) }
    },
    encodeAddress: (key, prefix) => encodeSs58(argument(key), prefix),
    isAddress: (address, _ignore, prefix) => {
      if (address.startsWith('0x')) return true
      const decoded = decodeSs58(address)
      return decoded !== undefined && (prefix === undefined || decoded.prefix === prefix)
    },
    addressEq: (one, other) => {
      const [first, second] = [one, other].map((value) =>
        typeof value === 'string' ? value : encodeSs58(argument(value)),
      )
      return isSameSs58(`${first}`, `${second}`)
    },
    checkAddress: (address, prefix) => decodeSs58(address)?.prefix === prefix,
  }
  const known = readVectors('polkadot/ss58/address_polkadot_js').filter(({ op }) => op in run)

  it.each(known)('$desc', (vector) => {
    const args = vector.args.map((value: any) => (value?.undefined ? undefined : value))
    const call = () => run[vector.op]?.(...args)
    if (vector.throws) return expect(call).toThrow()
    if (vector.op === 'checkAddress') return expect(call()).toBe(vector.expect[0])
    if (vector.op === 'decodeAddress' && typeof args[0] === 'string' && args[0].startsWith('0x')) {
      return expect(decodeSs58(args[0])).toBeUndefined()
    }
    expect(call()).toEqual(vector.expect)
  })

  it('leaves out the operations that are no part of reading an address', () => {
    const left = readVectors('polkadot/ss58/address_polkadot_js').filter(({ op }) => !(op in run))
    const elsewhere = ['checkAddressChecksum', 'createKeyDerived', 'deriveAddress']
    expect(left.map(({ op }) => op).filter((op) => !elsewhere.includes(op))).toEqual([])
  })

  it.each(readVectors('polkadot/ss58/caip10_spec'))('$caip2', ({ prefix, address, publicKey }) => {
    expect(decodeSs58(address)).toEqual({ prefix, publicKey: hex.decode(publicKey) })
    expect(encodeSs58(hex.decode(publicKey), prefix)).toBe(address)
  })

  it('writes and reads every registered prefix', () => {
    const key = new Uint8Array(32).fill(7)
    for (const { prefix } of readVectors('polkadot/ss58/registry')) {
      if (prefix === 46 || prefix === 47) continue
      expect(decodeSs58(encodeSs58(key, prefix))).toEqual({ prefix, publicKey: key })
    }
  })
})

const ORDER = secp256k1.Point.CURVE().n

function highS(signature: string): string {
  const bytes = bytesOf(signature)
  const s = (ORDER - BigInt(toHex(bytes.subarray(32, 64)))).toString(16).padStart(64, '0')
  return toHex(concat(bytes.subarray(0, 32), bytesOf(s), Uint8Array.of((bytes[64] ?? 0) ^ 1)))
}

for (const kind of ['sr25519', 'ed25519', 'ecdsa'] as const) {
  const signer = polkadotSigner(1, kind)
  const other = polkadotSigner(2, kind)
  describeTampering(`polkadot ${kind}`, {
    namespace: polkadot(),
    chainId: CHAIN,
    otherChainId: KUSAMA,
    otherChainText: KUSAMA.slice(9),
    address: signer.address,
    otherAddress: other.address,
    sign: signer.sign,
    spoil: (signature) => {
      const bytes = bytesOf(signature)
      const wrongType = concat(Uint8Array.of(kind === 'ed25519' ? 1 : 0), bytes.subarray(0, 64))
      return [
        ['flipped bit', bytes.map((byte, index) => (index === 40 ? byte ^ 1 : byte)), 'SIGNATURE_INVALID'],
        ['all zero', new Uint8Array(64), 'SIGNATURE_INVALID'],
        ['all ones', new Uint8Array(64).fill(255), 'SIGNATURE_INVALID'],
        ['a type byte of another kind', wrongType, 'SIGNATURE_INVALID'],
        ['a byte short', bytes.subarray(0, 63), 'SIGNATURE_MALFORMED'],
        ['two bytes more', concat(bytes, new Uint8Array(3)), 'SIGNATURE_MALFORMED'],
        ['empty', '0x', 'SIGNATURE_MALFORMED'],
        ['not hexadecimal', 'zz', 'SIGNATURE_MALFORMED'],
        ['of another account', other.sign('hello'), 'SIGNATURE_INVALID'],
        ...(kind === 'ecdsa'
          ? ([
              ['high s', highS(signature), 'SIGNATURE_MALLEABLE'],
              [
                'other parity',
                toHex(concat(bytes.subarray(0, 64), Uint8Array.of((bytes[64] ?? 0) ^ 1))),
                'SIGNATURE_INVALID',
              ],
            ] as const)
          : ([
              [
                'top bit of s flipped',
                bytes.map((byte, index) => (index === 63 ? byte ^ 128 : byte)),
                'SIGNATURE_INVALID',
              ],
            ] as const)),
      ]
    },
  })
}

async function signIn(
  address: string,
  sign: (text: string) => string,
  {
    options,
    ...extra
  }: { options?: Parameters<typeof polkadot>[0]; signatureType?: string; account?: string } = {},
) {
  const verifier = createVerifier({
    domain: 'app.example',
    verifiers: [polkadot(options)],
    nonces: memoryNonces(),
  })
  const message = createMessage(
    {
      domain: 'app.example',
      accountAddress: address,
      uri: 'https://app.example',
      version: '1',
      chainId: CHAIN,
      nonce: await verifier.issueNonce(),
      issuedAt: new Date().toISOString(),
    },
    polkadotProfile,
  )
  const result = await verifier.verify({ message, signature: sign(message), ...extra })
  return result.ok ? result.method : result.code
}

describe('Polkadot sign-in', () => {
  const kinds: readonly PolkadotKind[] = ['sr25519', 'ed25519', 'ecdsa']
  const forms = kinds.flatMap((kind) =>
    [true, false].flatMap((wrap) => [true, false].map((typed) => ({ kind, wrap, typed }))),
  )

  it.each(forms)('accepts $kind, wrapped $wrap, type byte $typed', async ({ kind, wrap, typed }) => {
    const signer = polkadotSigner(3, kind, { wrap, typed, prefix: 42 })
    expect(await signIn(signer.address, signer.sign)).toBe(kind)
  })

  it.each(kinds)('accepts the hash of the wrapped text by %s, as a Ledger signs it', async (kind) => {
    const signer = polkadotSigner(10, kind, { hashed: true })
    let length = 0
    const sign = (text: string) => {
      length = utf8(text).length
      return signer.sign(text)
    }
    expect(await signIn(signer.address, sign)).toBe(kind)
    // The shortest text that we write is longer than what is signed as it is.
    expect(length).toBeGreaterThan(256 - 15)
    expect(await signIn(signer.address, (text) => signer.sign(`${text} `))).toBe('SIGNATURE_INVALID')
    const unwrapped = polkadotSigner(10, kind, { hashed: true, wrap: false })
    expect(await signIn(unwrapped.address, (text) => unwrapped.sign(text.padEnd(300)))).toBe(
      'SIGNATURE_INVALID',
    )
  })

  it('takes no hash of a text that is signed as it is', () => {
    const at = (length: number, wrap = true) => {
      const text = 'a'.repeat(length)
      const bytes = utf8(wrap ? `<Bytes>${text}</Bytes>` : text)
      const secret = new Uint8Array(32).fill(7)
      const signature = ed25519.sign(blake2b(bytes, { dkLen: 32 }), secret)
      return verifyPolkadotSignature(utf8(text), signature, ed25519.getPublicKey(secret), nobleRecover).state
    }
    expect([at(241), at(242), at(300, false)]).toEqual(['invalid', 'valid', 'invalid'])
  })

  it('compares accounts by public key, whatever the prefix', async () => {
    const generic = polkadotSigner(4, 'sr25519', { prefix: 42 })
    const onPolkadot = polkadotSigner(4, 'sr25519', { prefix: 0 })
    const far = polkadotSigner(4, 'sr25519', { prefix: 16_383 })
    for (const { address } of [generic, onPolkadot, far]) {
      expect(await signIn(generic.address, generic.sign, { account: `${CHAIN}:${address}` })).toBe('sr25519')
    }
    const stranger = polkadotSigner(5)
    const account = `${CHAIN}:${stranger.address}`
    expect(await signIn(generic.address, generic.sign, { account })).toBe('ACCOUNT_MISMATCH')
  })

  it('accepts an ECDSA account whose address holds the whole key', async () => {
    const signer = polkadotSigner(6, 'ecdsa')
    const key = recoverFrom(signer.sign('probe'))
    expect(await signIn(encodeSs58(key, 0), signer.sign)).toBe('ecdsa')
  })

  it.each(kinds)('tries %s where the wallet did not tell the kind of its key', async (kind) => {
    const signer = polkadotSigner(8, kind, { typed: false })
    const extra = { signatureType: 'substrate' }
    expect(await signIn(signer.address, signer.sign, extra)).toBe(kind)
    expect(await signIn(polkadotSigner(9, kind).address, signer.sign, extra)).toBe('SIGNATURE_INVALID')
    const options = { cryptos: kinds.filter((other) => other !== kind) as 'sr25519'[] }
    expect(await signIn(signer.address, signer.sign, { ...extra, options })).not.toBe(kind)
  })

  it('takes only the kinds it is told to', async () => {
    const signer = polkadotSigner(7, 'ed25519')
    const options = { cryptos: ['sr25519'] as const }
    expect(await signIn(signer.address, signer.sign, { options })).toBe('SIGNATURE_INVALID')
    expect(await signIn(signer.address, signer.sign, { signatureType: 'ed25519' })).toBe('ed25519')
    expect(await signIn(signer.address, signer.sign, { signatureType: 'sr25519' })).toBe('SIGNATURE_INVALID')
    expect(await signIn(signer.address, signer.sign, { signatureType: 'eip191' })).toBe(
      'SIGNATURE_KIND_UNSUPPORTED',
    )
  })
})

/** The compressed key behind a signature of the text "probe". */
function recoverFrom(signature: string): Uint8Array {
  const [wrapped] = signedForms(utf8('probe'))
  const bytes = bytesOf(signature)
  const recovery = bytes[64] === 0 ? 0 : 1
  const key = nobleRecover(
    blake2b(wrapped ?? new Uint8Array(), { dkLen: 32 }),
    bytes.subarray(0, 64),
    recovery,
  )
  return secp256k1.Point.fromBytes(key ?? new Uint8Array()).toBytes(true)
}
