import fc from 'fast-check'
import { bech32, bech32m, createBase58check } from '@scure/base'
import { schnorr } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, it } from 'vitest'
import bitcoinjs from '../vectors/address_bitcoinjs.json' with { type: 'json' }
import kinds from '../vectors/address_kinds_bip322js.json' with { type: 'json' }
import core from '../vectors/base58check_core.json' with { type: 'json' }
import strings from '../vectors/bech32_strings.json' with { type: 'json' }
import bip173 from '../vectors/bip173_segwit.json' with { type: 'json' }
import bip350 from '../vectors/bip350_segwit.json' with { type: 'json' }
import { isAddress, isSameAddress, parseAddress } from './address.js'
import { decodeBase58Check } from './base58check.js'
import { decodeBech32, decodeSegwit } from './bech32.js'
import { scriptOf } from './lazy/sdk.js'
import { bitcoinRegtest } from './networks.js'

const invalidAddress = expect.objectContaining({ code: 'ADDRESS_INVALID' })
/** By the reference's own lift of an x coordinate. */
function isKey(program: Uint8Array): boolean {
  try {
    schnorr.utils.lift_x(BigInt(`0x${Buffer.from(program).toString('hex')}`))
    return program.length === 32
  } catch {
    return false
  }
}

const hex = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('hex')
/** BIP-141: the version as an opcode, then the program. */
const programScript = ({ version, program }: { version: number; program: Uint8Array }) =>
  hex(Uint8Array.of(version === 0 ? 0 : 0x50 + version, program.length, ...program))

describe('public vectors', () => {
  it.each([...bip173.cases, ...bip350.cases])('BIP-173 and BIP-350: $address', (vector) => {
    const decoded = decodeSegwit(vector.address)
    expect(decoded !== undefined && ['bc', 'tb'].includes(decoded.prefix)).toBe(vector.valid)
    if ('scriptPubKey' in vector) expect(programScript(decoded!)).toBe(vector.scriptPubKey)
    else expect(isAddress(vector.address)).toBe(false)
  })

  it.each(strings.cases)('Bech32 text: $string', ({ string, encoding, valid }) => {
    expect(decodeBech32(string)?.encoding === encoding).toBe(valid)
  })

  it.each(core.cases)('Base58Check of Bitcoin Core: $id', ({ string, valid, payload }: any) => {
    const decoded = decodeBase58Check(string)
    // Bitcoin Core's invalid texts include sound ones whose payload is neither key nor address.
    if (!valid) expect(isAddress(string)).toBe(false)
    else expect(hex(decoded)).toContain(payload)
  })

  it.each(kinds.cases)('kind of $address', ({ address, kind, network }) => {
    const family = { mainnet: 'main', testnet: 'test', regtest: 'regtest' }[network]
    expect(parseAddress(address)?.kind).toBe(kind)
    expect(parseAddress(address)?.families).toContain(family)
  })

  // Those without a text are about the way from a script to an address, which nothing here goes.
  const texts = (bitcoinjs.cases as any[]).filter(
    (vector) => vector.address ?? vector.base58check ?? vector.bech32,
  )
  it.each(texts)('bitcoinjs-lib: $id', (vector) => {
    if (vector.exception) expect(isAddress(vector.address)).toBe(false)
    else if (vector.base58check) {
      const payload = decodeBase58Check(vector.base58check)
      expect(hex(payload?.slice(1))).toBe(vector.hash)
      expect(payload?.[0]).toBe(vector.version)
      expect(isAddress(vector.base58check)).toBe(vector.network !== 'litecoin')
    } else {
      const text = vector.bech32 ?? vector.address
      const decoded = decodeSegwit(text)
      expect({ version: decoded?.version, data: hex(decoded?.program) }).toEqual({
        version: vector.version,
        data: vector.data,
      })
    }
  })
})

const base58check = createBase58check(sha256)
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

describe('against another implementation', () => {
  it('reads every base58 address it writes, and none with one character changed', () => {
    fc.assert(
      fc.property(bytes(20), fc.constantFrom(0, 5, 111, 196), fc.nat(), (hash, version, at) => {
        const text = base58check.encode(Uint8Array.of(version, ...hash))
        expect(hex(decodeBase58Check(text)?.slice(1))).toBe(hex(hash))
        expect(parseAddress(text)?.kind).toBe([0, 111].includes(version) ? 'p2pkh' : 'p2sh')
        const place = at % text.length
        const other = text[place] === '2' ? '3' : '2'
        expect(isAddress(text.slice(0, place) + other + text.slice(place + 1))).toBe(false)
      }),
    )
  })

  it('reads every segregated witness address it writes, in both cases, and no other checksum', () => {
    const programs = fc.oneof(
      fc.record({ version: fc.constant(0), program: fc.oneof(bytes(20), bytes(32)) }),
      fc.record({
        version: fc.integer({ min: 1, max: 16 }),
        program: fc.uint8Array({ minLength: 2, maxLength: 40 }),
      }),
    )
    fc.assert(
      fc.property(programs, fc.constantFrom('bc', 'tb', 'bcrt'), ({ version, program }, prefix) => {
        const words = [version, ...bech32.toWords(program)]
        const [right, wrong] = version === 0 ? [bech32, bech32m] : [bech32m, bech32]
        const text = right.encode(prefix, words)
        expect(decodeSegwit(text)).toEqual({ prefix, version, program })
        expect(decodeSegwit(text.toUpperCase())).toEqual({ prefix, version, program })
        expect(decodeSegwit(wrong.encode(prefix, words))).toBeUndefined()
        expect(isAddress(text)).toBe(version === 0 || (version === 1 && isKey(program)))
      }),
    )
  })

  it('takes a taproot address only when its key is on the curve (BIP-341), as the reference does', () => {
    const prime = 2n ** 256n - 2n ** 32n - 977n
    const edges = [0n, 1n, 2n, 5n, prime - 1n, prime, prime + 1n, 2n ** 256n - 1n].map((x) =>
      Uint8Array.from(Buffer.from(x.toString(16).padStart(64, '0'), 'hex')),
    )
    const taproot = (program: Uint8Array) => bech32m.encode('bcrt', [1, ...bech32m.toWords(program)])
    const check = (program: Uint8Array) => {
      expect(isAddress(taproot(program)), Buffer.from(program).toString('hex')).toBe(isKey(program))
      if (isKey(program)) expect(scriptOf(taproot(program), bitcoinRegtest)).toHaveLength(34)
      else expect(() => scriptOf(taproot(program), bitcoinRegtest)).toThrow(invalidAddress)
    }
    for (const program of edges) check(program)
    fc.assert(fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), check), { numRuns: 60 })
  })

  it('gives no script of what is no address, and says so with a code', () => {
    for (const text of ['', 'satoshi', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4']) {
      expect(() => scriptOf(text, bitcoinRegtest), text).toThrow(invalidAddress)
    }
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => void isAddress(text)))
    fc.assert(fc.property(fc.anything(), (value) => void isAddress(value as string)))
  })
})

describe('isSameAddress', () => {
  const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  const legacy = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'

  it('ignores case in bech32 only', () => {
    expect(isSameAddress(segwit, segwit.toUpperCase())).toBe(true)
    expect(isSameAddress(legacy, legacy)).toBe(true)
    expect(isSameAddress(legacy, legacy.toLowerCase())).toBe(false)
    expect(isSameAddress(segwit, legacy)).toBe(false)
  })

  it('never takes two texts that are no addresses for one', () => {
    expect(isSameAddress('satoshi', 'satoshi')).toBe(false)
  })
})
