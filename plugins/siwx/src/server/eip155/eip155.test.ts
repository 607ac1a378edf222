import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hex } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { createMessage } from '../../message/createMessage.js'
import { parseMessage } from '../../message/parseMessage.js'
import { eip155Profile } from '../../message/profiles.js'
import { SiwxError } from '../../message/SiwxError.js'
import { describeTampering } from '../../testing/describeTampering.js'
import { readVectors } from '../../testing/readVectors.js'
import { evmSigner } from '../../testing/signers.js'
import { unlimitedWork } from '../../testing/unlimitedWork.js'
import { concat, readHex, toHex } from '../../message/bytes.js'
import { createVerifier } from '../createVerifier.js'
import { memoryNonces } from '../nonces/memoryNonces.js'
import { nobleRecover } from '../secp256k1Recover.js'
import { checkEcdsa } from './checkEcdsa.js'
import { eip155 } from './eip155.js'
import { isWrapped, unwrapSignature } from './erc6492.js'
import { hashPersonalMessage } from './hashPersonalMessage.js'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => readHex(text) ?? new Uint8Array()

describe('EIP-191 vectors', () => {
  it.each(readVectors('evm/eip191/hash_message_viem'))('hashes $args', ({ args, expect: wanted }) => {
    const raw = args[0]?.raw
    const bytes =
      typeof args[0] === 'string'
        ? bytesOf(args[0])
        : typeof raw === 'string'
          ? read(raw)
          : hex.decode(raw.bytes)
    expect(toHex(hashPersonalMessage(bytes))).toBe(wanted)
  })

  it.each(readVectors('evm/eip191/personal_sign_metamask'))('recovers: $id', (vector) => {
    const hash = hashPersonalMessage(read(vector.messageHex))
    expect(checkEcdsa(hash, read(vector.signature), vector.address, nobleRecover)).toMatchObject({ ok: true })
  })
})

const TIME_REFUSALS = ['ISSUED_IN_FUTURE', 'ISSUED_TOO_LONG_AGO', 'EXPIRED', 'NOT_YET_VALID']

describe('EIP-4361 signature vectors', () => {
  it.each(readVectors('evm/siwe/eip191_signatures_rs'))('$id', ({ message, signature, valid }) => {
    const parsed = parseMessage(message, eip155Profile)
    if (!parsed.ok) throw new Error(JSON.stringify(parsed))
    const hash = hashPersonalMessage(bytesOf(message))
    const verdict = checkEcdsa(hash, read(signature), parsed.message.accountAddress, nobleRecover)
    expect(verdict.ok).toBe(valid)
  })

  /** Runs a vector the way a server would, with its nonce issued and its clock set. */
  async function verifyFields(vector: any) {
    const { signature, time, domainBinding, address, chainId, ...fields } = vector
    const message = { ...fields, accountAddress: address, chainId: `eip155:${chainId}` }
    delete message.id
    const now = Date.parse(time ?? '2026-11-21T10:00:00Z')
    const nonces = memoryNonces()
    await nonces.add({ nonce: fields.nonce, binding: '', expiresAt: now + 1 })
    const verifier = createVerifier({
      domain: domainBinding ?? fields.domain,
      verifiers: [eip155()],
      nonces,
      clock: () => now,
      maxAge: Number.POSITIVE_INFINITY,
    })
    return verifier.verify({ message: createMessage(message, eip155Profile), signature })
  }

  it.each(readVectors('evm/siwe/verification_positive'))('accepts: $id', async (vector) => {
    expect(await verifyFields(vector)).toMatchObject({ ok: true, method: 'eip191' })
  })

  const codes: Record<string, string> = {
    'not yet valid': 'NOT_YET_VALID',
    'wrong signature': 'SIGNATURE_INVALID',
    'expired message': 'EXPIRED',
    'domain binding': 'DOMAIN_MISMATCH',
  }
  it.each(readVectors('evm/siwe/verification_negative'))('refuses: $id', async (vector) => {
    if (vector.id === 'invalid issuedAt') return expect(() => verifyFields(vector)).rejects.toThrow('line 10')
    expect(await verifyFields(vector)).toMatchObject({ ok: false, code: codes[vector.id] })
  })

  it.each(readVectors('evm/siwe/validate_viem'))('agrees with viem: $desc', async (vector) => {
    const [{ message, time, nonce, domain, address }] = vector.args
    const text = () => {
      const { chainId, address: accountAddress, ...rest } = message
      for (const key of ['expirationTime', 'notBefore', 'issuedAt']) {
        if (rest[key]?.date) rest[key] = rest[key].date
      }
      const fields = {
        issuedAt: '2023-01-01T00:00:00Z',
        ...rest,
        accountAddress,
        chainId: `eip155:${chainId}`,
      }
      return createMessage(fields, eip155Profile)
    }
    // An invalid time is a clock that is not a number.
    const now = time === undefined ? Date.parse('2026-11-21T10:00:00Z') : Date.parse(time.date)
    const nonces = memoryNonces()
    const verifier = createVerifier({
      domain: domain ?? message.domain ?? 'example.com',
      verifiers: [{ profile: eip155Profile, verifySignature: () => ({ ok: true, method: 'none' }) }],
      nonces,
      clock: () => now,
      maxAge: Number.POSITIVE_INFINITY,
    })
    const run = async () => {
      await nonces.add({ nonce: message.nonce, binding: '', expiresAt: now + 1 })
      const account = address === undefined ? {} : { account: `eip155:${message.chainId}:${address}` }
      const expected = nonce === undefined ? {} : { nonce }
      return verifier.verify({ message: text(), signature: '0x', ...account, ...expected })
    }
    const outcome = await run().then(
      (result) => (result.ok ? 'accepted' : result.code),
      (error) => (error instanceof SiwxError ? error.code : error),
    )
    if (vector.expect) return expect(outcome).toBe('accepted')
    // The page does not build such a text, or the server refuses it for what it says. Any other error is a fault.
    const refusals = ['SIWX_MESSAGE_INVALID', 'SIWX_CHAIN_INVALID', 'ACCOUNT_MISMATCH', 'NONCE_MISMATCH']
    expect([...refusals, 'DOMAIN_MISMATCH', ...TIME_REFUSALS]).toContain(outcome)
  })

  it.each(readVectors('evm/siwe/eip1271'))(
    'knows a contract signature: $id',
    async ({ message, signature }) => {
      const parsed = parseMessage(message, eip155Profile)
      if (!parsed.ok) throw new Error(JSON.stringify(parsed))
      const request = {
        message: parsed.message,
        text: message,
        bytes: bytesOf(message),
        signature,
        work: unlimitedWork,
      }
      expect(await eip155().verifySignature(request)).toMatchObject({
        ok: false,
        code: 'SIGNATURE_KIND_UNSUPPORTED',
      })
    },
  )
})

describe('ERC-6492 wrapper vectors', () => {
  it.each(readVectors('evm/eip6492/parse_viem'))('unwraps: $id', (vector) => {
    const signature = read(vector.signature)
    expect(isWrapped(signature)).toBe(vector.is6492)
    if (!vector.is6492) return
    const wrapped = unwrapSignature(signature)
    expect(wrapped && toHex(wrapped.factory)).toBe(vector.factory.toLowerCase())
    expect(wrapped && toHex(wrapped.factoryCalldata)).toBe(vector.factoryCalldata)
    expect(wrapped && toHex(wrapped.signature)).toBe(vector.innerSignature)
  })

  it.each(readVectors('evm/eip6492/signatures_ambire'))('sees the branch of: $id', ({ kind, signature }) => {
    expect(isWrapped(read(signature))).toBe(kind === 'erc6492')
    if (kind === 'erc6492') expect(unwrapSignature(read(signature))).toBeDefined()
  })

  it('does not decode a wrapper that points outside itself', () => {
    const [vector] = readVectors('evm/eip6492/parse_viem').filter(({ is6492 }) => is6492)
    const good = read(vector.signature)
    for (let index = 0; index < good.length - 32; index += 32) {
      const spoiled = good.slice()
      spoiled.fill(255, index, index + 32)
      expect(() => unwrapSignature(spoiled)).not.toThrow()
    }
    expect(unwrapSignature(good.subarray(-64))).toBeUndefined()
  })
})

const signer = evmSigner(1)
const other = evmSigner(2)
const ORDER = secp256k1.Point.CURVE().n

function highS(signature: string): Uint8Array {
  const bytes = read(signature)
  const s = BigInt(toHex(bytes.subarray(32, 64)))
  const flipped = read((ORDER - s).toString(16).padStart(64, '0'))
  return concat(bytes.subarray(0, 32), flipped, Uint8Array.of((bytes[64] ?? 0) === 27 ? 28 : 27))
}

describeTampering('eip155', {
  namespace: eip155(),
  chainId: 'eip155:1',
  otherChainId: 'eip155:137',
  otherChainText: '137',
  address: signer.address,
  otherAddress: other.address,
  sign: signer.sign,
  spoil: (signature) => [
    ['high s', highS(signature), 'SIGNATURE_MALLEABLE'],
    ['other v', signature.replace(/..$/, (v) => (v === '1b' ? '1c' : '1b')), 'SIGNATURE_INVALID'],
    ['v of EIP-155', signature.replace(/..$/, '25'), 'SIGNATURE_MALFORMED'],
    [
      'flipped bit of r',
      signature.replace(/^0x./, (digit) => (digit === '0x0' ? '0x1' : '0x0')),
      'SIGNATURE_INVALID',
    ],
    ['r of zero', concat(new Uint8Array(32), read(signature).subarray(32)), 'SIGNATURE_INVALID'],
    ['all zero', new Uint8Array(65), 'SIGNATURE_INVALID'],
    ['all ones', new Uint8Array(65).fill(255), 'SIGNATURE_MALFORMED'],
    [
      's above the order',
      concat(read(signature).subarray(0, 32), new Uint8Array(32).fill(255), Uint8Array.of(27)),
      'SIGNATURE_MALLEABLE',
    ],
    ['a byte short of compact', read(signature).subarray(0, 63), 'SIGNATURE_MALFORMED'],
    ['a byte more', concat(read(signature), Uint8Array.of(0)), 'SIGNATURE_KIND_UNSUPPORTED'],
    ['empty', '0x', 'SIGNATURE_MALFORMED'],
    ['not hexadecimal', 'zz', 'SIGNATURE_MALFORMED'],
    ['odd digits', `${signature}1`, 'SIGNATURE_MALFORMED'],
    ['of another account', other.sign('hello'), 'SIGNATURE_INVALID'],
    ['longer than allowed', new Uint8Array(30_000), 'SIGNATURE_MALFORMED'],
  ],
})

describe('signature forms', () => {
  const text = createMessage(
    {
      domain: 'app.example',
      accountAddress: signer.address,
      uri: 'https://app.example',
      version: '1',
      chainId: 'eip155:1',
      nonce: 'abcdefgh1234',
      issuedAt: '2026-11-21T10:00:00Z',
    },
    eip155Profile,
  )
  const hash = hashPersonalMessage(bytesOf(text))
  const check = (signature: Uint8Array) => checkEcdsa(hash, signature, signer.address, nobleRecover).ok
  const signature = read(signer.sign(text))

  it('takes v of 27, 28, 0 and 1, and the compact form of EIP-2098', () => {
    const parity = (signature[64] ?? 0) - 27
    expect(check(signature)).toBe(true)
    expect(check(concat(signature.subarray(0, 64), Uint8Array.of(parity)))).toBe(true)
    const compact = signature.slice(0, 64)
    compact[32] = (compact[32] ?? 0) | (parity << 7)
    expect(check(compact)).toBe(true)
    compact[32] = (compact[32] ?? 0) ^ 128
    expect(check(compact)).toBe(false)
  })

  it('refuses an address without its checksum', () => {
    const lower = text.replace(signer.address, signer.address.toLowerCase())
    expect(parseMessage(lower, eip155Profile)).toEqual({ ok: false, reason: 'address' })
    const upper = text.replace(signer.address, `0x${signer.address.slice(2).toUpperCase()}`)
    expect(parseMessage(upper, eip155Profile)).toEqual({ ok: false, reason: 'address' })
  })

  it('refuses a signature type that is not of EVM', async () => {
    const parsed = parseMessage(text, eip155Profile)
    if (!parsed.ok) throw new Error('not parsed')
    const request = {
      message: parsed.message,
      text,
      bytes: bytesOf(text),
      signature,
      signatureType: 'bip322',
      work: unlimitedWork,
    }
    expect(await eip155().verifySignature(request)).toMatchObject({ code: 'SIGNATURE_KIND_UNSUPPORTED' })
  })
})
