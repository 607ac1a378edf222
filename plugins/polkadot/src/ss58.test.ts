import { encodeAddress } from '@polkadot/util-crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import caip10 from '../vectors/ss58_caip10.json' with { type: 'json' }
import vectors from '../vectors/ss58_polkadot_js.json' with { type: 'json' }
import registry from '../vectors/ss58_registry.json' with { type: 'json' }
import { accountKey, addressFor, isAddress, isSameAddress } from './address.js'
import { decodeSs58 as serverDecode } from '../../siwx/src/message/ss58.js'
import { decodeBase58, encodeBase58 } from '@latchkey/kernel/chain'
import { blake2b512 } from './blake2b.js'
import { decodeSs58, encodeSs58, isSs58Prefix } from './ss58.js'

type Bytes = { readonly bytes: string }
interface Case {
  readonly op: string
  readonly args: readonly unknown[]
  readonly expect?: unknown
  readonly throws?: boolean
}
const cases = vectors.cases as readonly Case[]
const hex = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('hex')
const bytesOf = (value: unknown) =>
  Uint8Array.from(
    Buffer.from(typeof value === 'string' ? value.replace(/^0x/, '') : (value as Bytes).bytes, 'hex'),
  )
const of = (op: string) => cases.filter((entry) => entry.op === op)
/** A third argument is the prefix the address must have. */
const decodedOf = ({ args: [text, , prefix] }: Case) => {
  const found = decodeSs58(text)
  return prefix === undefined || found?.prefix === prefix ? found : undefined
}

describe('public vectors', () => {
  it('are all run, but for key derivation, which is a wallet’s work', () => {
    const known = [
      'encodeAddress',
      'decodeAddress',
      'addressEq',
      'isAddress',
      'checkAddress',
      'checkAddressChecksum',
    ]
    const others = cases.filter(({ op }) => !known.includes(op)).map(({ op }) => op)
    expect([...new Set(others)].sort()).toEqual(['createKeyDerived', 'deriveAddress'])
    for (const op of known) expect(of(op).length).toBeGreaterThan(2)
  })

  it('encodes', () => {
    for (const { args, expect: expected, throws } of of('encodeAddress')) {
      const encode = () => encodeSs58(bytesOf(args[0]), (args[1] as number | undefined) ?? 42)
      if (throws) expect(encode, JSON.stringify(args)).toThrow(RangeError)
      else expect(encode()).toBe(expected)
    }
  })

  it('decodes', () => {
    for (const entry of of('decodeAddress')) {
      const expected = entry.throws ? undefined : (entry.expect as Bytes).bytes
      expect(hex(decodedOf(entry)?.key), JSON.stringify(entry.args)).toBe(expected)
    }
  })

  it('tells addresses from other text, hex apart, which no person enters as an address', () => {
    for (const entry of of('isAddress')) {
      const [text] = entry.args
      const expected = !String(text).startsWith('0x') && entry.expect
      expect(decodedOf(entry) !== undefined, String(text)).toBe(expected)
    }
    for (const { args, expect: expected } of of('checkAddress')) {
      const found = decodeSs58(args[0])
      expect(found !== undefined && found.prefix === args[1]).toBe((expected as [boolean])[0])
    }
  })

  it('reads prefixes of one and two bytes', () => {
    for (const { args, expect: expected } of of('checkAddressChecksum')) {
      const bytes = bytesOf(args[0])
      const [, end, , prefix] = expected as [boolean, number, number, number]
      const keyStart = prefix < 64 ? 1 : 2
      const address = encodeSs58(bytes.slice(keyStart, end), prefix)
      expect(hex(decodeBase58(address))).toBe(hex(bytes))
      expect(decodeSs58(address)?.prefix).toBe(prefix)
    }
  })

  it('compares', () => {
    for (const { args, expect: expected } of of('addressEq')) {
      const [left, right] = args.map((value) =>
        typeof value === 'string' ? value : encodeSs58(bytesOf(value), 0),
      )
      expect(isSameAddress(left ?? '', right ?? '')).toBe(expected)
    }
  })

  it('writes one account in the form of every network, and knows it again', () => {
    const [first] = caip10.cases
    for (const { address, prefix, publicKey } of caip10.cases) {
      expect(hex(accountKey(address))).toBe(publicKey)
      expect(addressFor(prefix, first?.address)).toBe(address)
      expect(isSameAddress(address, first?.address ?? '')).toBe(true)
    }
    expect(registry.cases.length).toBeGreaterThan(70)
    for (const { prefix, standardAccount } of registry.cases) {
      if (standardAccount === null) continue
      expect(isSs58Prefix(prefix)).toBe(true)
      const address = addressFor(prefix, first?.address) ?? ''
      expect(address).toBe(encodeAddress(`0x${first?.publicKey}`, prefix))
      expect(decodeSs58(address)?.prefix).toBe(prefix)
    }
  })
})

describe('properties', () => {
  const key = fc.uint8Array({ minLength: 32, maxLength: 32 })
  const prefix = fc.integer({ min: 0, max: 16_383 }).filter(isSs58Prefix)

  it('reads what it wrote, as the reference writes it', () => {
    fc.assert(
      fc.property(key, prefix, (account, network) => {
        const address = encodeSs58(account, network)
        expect(address).toBe(encodeAddress(account, network))
        expect(decodeSs58(address)).toEqual({ prefix: network, key: account })
        expect(isAddress(address)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('refuses a changed character', () => {
    const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
    fc.assert(
      fc.property(key, prefix, fc.nat(40), fc.nat(57), (account, network, at, letter) => {
        const address = encodeSs58(account, network)
        const changed = address.slice(0, at) + alphabet[letter] + address.slice(at + 1)
        // Two bytes of checksum let one of 65,536 pass; it must then be another account or network.
        if (changed === address || !isAddress(changed)) return
        expect(decodeSs58(changed)).not.toEqual({ prefix: network, key: account })
      }),
      { numRuns: 60 },
    )
  })

  it('never throws for any text', () => {
    fc.assert(fc.property(fc.string(), (text) => void isAddress(text)))
  })
})

// The sign-in server may not load a chain's plugin, nor the plugin's first load the server's hash: two readers, one format.
describe('the reader of the sign-in server', () => {
  const checksummed = (body: Uint8Array) => {
    const hash = blake2b512(Uint8Array.of(...new TextEncoder().encode('SS58PRE'), ...body))
    return encodeBase58(Uint8Array.of(...body, ...hash.subarray(0, body.length >= 33 ? 2 : 1)))
  }
  const agree = (text: string) => {
    const [own, other] = [decodeSs58(text), serverDecode(text)]
    expect(other && { prefix: other.prefix, key: hex(other.publicKey) }, text).toEqual(
      own && { prefix: own.prefix, key: hex(own.key) },
    )
    return own
  }

  it('answers the same for every public vector', () => {
    for (const { args } of cases) for (const text of args) if (typeof text === 'string') agree(text)
    for (const { address } of caip10.cases) expect(agree(address)).toBeDefined()
    for (const { prefix } of registry.cases) {
      const head =
        prefix < 64 ? [prefix] : [((prefix & 0xfc) >> 2) | 0x40, (prefix >> 8) | ((prefix & 3) << 6)]
      const found = agree(checksummed(Uint8Array.of(...head, ...new Uint8Array(32).fill(7))))
      expect(found?.prefix).toBe(isSs58Prefix(prefix) ? prefix : undefined)
    }
  })

  it('answers the same for every leading byte, of one and of two', () => {
    for (let first = 0; first < 256; first += 1) {
      for (const second of [0, 1, 63, 64, 127, 128, 192, 255]) {
        for (const length of [1, 2, 4, 8, 31, 32, 33]) {
          const key = new Uint8Array(length).fill(9)
          agree(checksummed(Uint8Array.of(first, ...key)))
          agree(checksummed(Uint8Array.of(first, second, ...key)))
        }
      }
    }
  })

  it('refuses the reserved prefixes and a second form of a small one', () => {
    const key = new Uint8Array(32).fill(9)
    for (const head of [[46], [47], [0x40, 0], [0x4b, 0x80], [0x4f, 0xc0]]) {
      expect(serverDecode(checksummed(Uint8Array.of(...head, ...key))), head.join()).toBeUndefined()
    }
  })
})
