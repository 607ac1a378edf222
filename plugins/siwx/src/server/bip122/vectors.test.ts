import { hex } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { readBitcoinAddress } from '../../message/bitcoinAddress.js'
import { readBase64, toHex } from '../../message/bytes.js'
import { readVectors } from '../../testing/readVectors.js'
import { unlimitedWork } from '../../testing/unlimitedWork.js'
import { nobleRecover } from '../secp256k1Recover.js'
import { bip322Hash, toSign, toSpend } from './bip322Transactions.js'
import { transactionId } from './Transaction.js'
import { legacyMessageHash, readCompact, verifyBip137 } from './verifyBip137.js'
import { verifyBip322 } from './verifyBip322.js'

const utf8 = (text: string) => new TextEncoder().encode(text)

function read(address: string) {
  const parsed = readBitcoinAddress(address)
  if (!parsed) throw new Error(`${address} was not read`)
  return parsed
}

const check = (vector: any, signature: string) =>
  verifyBip322(utf8(vector.message), read(vector.address), signature, unlimitedWork)
const variants: Record<string, string> = { simple: 'simple', full: 'full', proof_of_funds: 'proof-of-funds' }

describe.each(['basic', 'generated'])('BIP-322 %s vectors', (file) => {
  const vectors = readVectors(`bitcoin/bip322/${file}`)

  it.each(vectors.filter(({ group }) => group in variants))('accepts: $id $type', (vector) => {
    for (const signature of vector.bip322_signatures) {
      const result = check(vector, signature)
      expect(result).toMatchObject({
        state: 'valid',
        variant: variants[vector.group],
        lockTime: vector.lock_time ?? 0,
        sequence: vector.sequence ?? 0,
      })
      const plain = check(vector, signature.slice(3))
      expect(plain.state).toBe(vector.group === 'proof_of_funds' ? 'malformed' : 'valid')
      expect(check({ ...vector, message: `${vector.message}x` }, signature).state).toBe('invalid')
    }
  })

  it.each(vectors.filter(({ group }) => group === 'error'))('refuses: $id $description', (vector) => {
    const malformed = ['base64', 'signature too short', 'error parsing signature as full variant']
    const wanted = malformed.includes(vector.error_substr) ? 'malformed' : 'invalid'
    expect(check(vector, vector.signature).state).toBe(wanted)
  })

  it.each(vectors.filter(({ group }) => group === 'tx_hashes'))('hashes: $id', (vector) => {
    const printed = (id: Uint8Array) => hex.encode(id.slice().reverse())
    expect(hex.encode(bip322Hash(vector.message))).toBe(vector.message_hash)
    const spend = toSpend(utf8(vector.message), read(vector.address).script)
    expect(printed(transactionId(spend))).toBe(vector.to_spend_tx_hash)
    expect(printed(transactionId(toSign(spend, new Uint8Array(), [])))).toBe(vector.to_sign_tx_hash)
  })

  it('knows every group of the file', () => {
    const known = [...Object.keys(variants), 'error', 'tx_hashes']
    expect(vectors.filter(({ group }) => !known.includes(group))).toEqual([])
  })
})

describe('compact signature vectors', () => {
  const judge = (message: string, address: string, signature: string) =>
    verifyBip137(utf8(message), read(address), readBase64(signature) ?? new Uint8Array(), nobleRecover).state

  it.each(readVectors('bitcoin/message/bip137_bip322js'))('loose: $id', (vector) => {
    const state = judge(vector.message, vector.address, vector.signature)
    expect(state === 'loose' || state === 'strict').toBe(vector.valid_loose)
    if (vector.valid_strict !== undefined) expect(state === 'strict').toBe(vector.valid_strict)
  })

  const legacy = readVectors('bitcoin/message/legacy_bitcoinjs_message')

  it.each(legacy.filter(({ group }) => group === 'valid.verify'))('verifies: $id', (vector) => {
    if (vector.network !== 'bitcoin') return expect(readBitcoinAddress(vector.address)).toBeUndefined()
    const forms = [vector, vector.compressed, ...Object.values(vector.segwit ?? {})].filter(Boolean)
    for (const { address, signature } of forms as any[]) {
      expect(judge(vector.message, address, signature)).toBe('strict')
    }
  })

  it.each(legacy.filter(({ group }) => group === 'invalid.verify'))('refuses: $id $description', (vector) => {
    const bytes = readBase64(vector.signature)
    const address = readBitcoinAddress(vector.address)
    if (!address || !bytes) return expect(vector.exception ?? vector.description).toBeDefined()
    expect(['loose', 'other-key', 'malformed']).toContain(
      judge(vector.message, vector.address, vector.signature),
    )
  })

  it.each(legacy.filter(({ group }) => group === 'valid.magicHash'))('hashes: $id', (vector) => {
    const prefix = vector.network === 'dogecoin' ? 'Dogecoin Signed Message:\n' : undefined
    expect(hex.encode(legacyMessageHash(utf8(vector.message), prefix))).toBe(vector.magicHash)
  })

  it.each(legacy.filter(({ group }) => group === 'valid.signature'))('reads: $id', (vector) => {
    const bytes = hex.decode(vector.hex)
    const compact = readCompact(bytes)
    expect(compact?.recovery).toBe(vector.recovery)
    const kinds: Record<string, string> = { p2wpkh: 'p2wpkh', 'p2sh(p2wpkh)': 'p2sh' }
    const kind = kinds[vector.segwitType ?? ''] ?? (vector.compressed ? 'p2pkh' : 'p2pkh-uncompressed')
    expect(compact?.kind).toBe(kind)
    expect(toHex(bytes.subarray(1))).toBe(`0x${vector.signature}`)
  })

  it.each(legacy.filter(({ group }) => group === 'invalid.signature'))('does not read: $id', (vector) => {
    expect(readCompact(hex.decode(vector.hex))).toBeUndefined()
  })

  it.each(legacy.filter(({ group }) => group === 'valid.sign'))('reads what was signed: $id', (vector) => {
    if (vector.network !== 'bitcoin') return expect(vector.network).toBe('dogecoin')
    const signatures = [
      [vector.signature, 'p2pkh-uncompressed'],
      [vector.compressed?.signature, 'p2pkh'],
      [vector.segwit?.P2SH_P2WPKH?.signature, 'p2sh'],
      [vector.segwit?.P2WPKH?.signature, 'p2wpkh'],
    ]
    for (const [signature, kind] of signatures.filter(([value]) => value !== undefined)) {
      expect(readCompact(readBase64(signature) ?? new Uint8Array())?.kind).toBe(kind)
    }
  })

  it('knows every group of the file', () => {
    const known = [
      'valid.verify',
      'valid.sign',
      'valid.magicHash',
      'valid.signature',
      'invalid.verify',
      'invalid.signature',
    ]
    expect(legacy.filter(({ group }) => !known.includes(group))).toEqual([])
  })
})

describe('address vectors', () => {
  it.each(readVectors('bitcoin/address/address_kinds_bip322js'))('$address', ({ address, kind, network }) => {
    const parsed = read(address)
    expect(parsed.kind).toBe(kind)
    // base58 forms of testnet and regtest are the same.
    expect([network, network === 'regtest' ? 'testnet' : network]).toContain(parsed.network)
  })

  it.each([...readVectors('bitcoin/address/bip173_segwit'), ...readVectors('bitcoin/address/bip350_segwit')])(
    '$address is $valid',
    ({ address, valid, scriptPubKey, script }) => {
      const parsed = readBitcoinAddress(address)
      expect(parsed !== undefined).toBe(valid)
      const wanted = scriptPubKey ?? script
      if (valid && wanted) expect(parsed && hex.encode(parsed.script)).toBe(wanted)
    },
  )

  it.each(readVectors('bitcoin/address/address_bitcoinjs'))('bitcoinjs: $id', (vector) => {
    const text = vector.base58check ?? vector.bech32 ?? vector.address
    // Some cases are scripts that have no address.
    if (text === undefined) return expect(vector.script).toBeDefined()
    const parsed = readBitcoinAddress(text)
    // Some are wrong for the network of the case alone, which is a made-up one.
    const prefix = vector.network?.bech32
    if (vector.exception && prefix && parsed) return expect(text.toLowerCase().startsWith(prefix)).toBe(false)
    if (vector.exception || vector.network === 'litecoin') return expect(parsed).toBeUndefined()
    expect(parsed && hex.encode(parsed.program)).toBe(vector.hash ?? vector.data)
  })

  it('reads base58 keys of Bitcoin Core as addresses when they are', () => {
    for (const vector of readVectors('bitcoin/address/base58check_core')) {
      const attributes = vector.attributes ?? vector.attrs ?? {}
      const isAddress = vector.valid && !attributes.isPrivkey && /^[123mn]/.test(vector.string)
      const parsed = readBitcoinAddress(vector.string)
      expect(parsed !== undefined, vector.string).toBe(Boolean(isAddress))
      if (parsed) expect(hex.encode(parsed.program), vector.string).toBe(vector.payload ?? vector.hex)
    }
  })
})
