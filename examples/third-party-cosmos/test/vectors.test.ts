import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base64, bech32, hex } from '@scure/base'
import { isCosmosAddress } from '../src/address.js'
import { addressOfKey, arbitraryDocument, isSignedArbitrary } from '../src/arbitrary.js'
import { sortedJson } from '../src/sortedJson.js'

interface Case {
  readonly [member: string]: any
}

/** Cases of a public vector file. vectors/ says where each is from. */
const read = (name: string): readonly Case[] =>
  JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), 'utf8')).cases

describe('public vectors', () => {
  test('signatures by ADR-36 that were found in the wild', () => {
    const cases = read('adr36_verify')
    for (const { id, signer, data_base64, signature_base64, valid } of cases) {
      const isSigned = isSignedArbitrary(signer, base64.decode(data_base64), base64.decode(signature_base64))
      assert.equal(isSigned, valid, id)
    }
    assert.deepEqual([...new Set(cases.map(({ valid }) => valid))].sort(), [false, true])
  })

  test('the document of ADR-36', () => {
    const valid = read('adr36_signdoc_keplr').filter(({ result }) => result === true)
    for (const { signDoc } of valid) {
      const { signer, data } = signDoc.msgs[0].value
      const document = arbitraryDocument(signer, base64.decode(data))
      assert.deepEqual(JSON.parse(new TextDecoder().decode(document)), signDoc)
    }
    assert.ok(valid.length > 0)
  })

  test('sorted JSON, and what is escaped in it', () => {
    const cases = read('sorted_json').filter(({ op }) => op === 'sortedJsonStringify')
    for (const { args, expect, desc } of cases) assert.equal(sortedJson(args[0]), expect, desc)
    const escaped = read('sorted_json').filter(({ op }) => op === 'escapeCharacters')
    for (const { args, expect, desc } of escaped) {
      // Those are texts of JSON already: what is read from one is written as the other.
      assert.equal(sortedJson(JSON.parse(args[0])), expect, desc)
    }
    assert.ok(cases.length > 0 && escaped.length > 0)
  })

  test('addresses of keys', () => {
    const keys = read('addresses').filter(({ args }) => args[0].type === 'tendermint/PubKeySecp256k1')
    for (const { op, args, expect } of keys) {
      const [{ value }, prefix = 'cosmos'] = args
      const address = addressOfKey(prefix, base64.decode(value))
      const raw = bech32.fromWords(bech32.decode(address as `cosmos1${string}`).words)
      if (op === 'pubkeyToAddress') assert.equal(address, expect)
      else assert.equal(hex.encode(Uint8Array.from(raw)), expect.bytes)
    }
    for (const { prefix, address, pubkey_base64, pubkey_hex } of read('hd_accounts')) {
      const publicKey = pubkey_base64 ? base64.decode(pubkey_base64) : hex.decode(pubkey_hex)
      assert.ok(secp256k1.utils.isValidPublicKey(publicKey))
      assert.equal(addressOfKey(prefix, publicKey), address)
      assert.ok(isCosmosAddress(address, [prefix]))
      assert.ok(!isCosmosAddress(address, ['other']))
    }
    assert.ok(keys.length > 0)
  })

  test('bech32 in one case, with a checksum that holds', () => {
    const cases = read('bech32').filter(({ op }) => op === 'normalizeBech32')
    for (const { args, throws, desc } of cases) {
      assert.equal(isCosmosAddress(args[0], ['eth']), !throws, `${desc}: ${args[0]}`)
    }
    assert.ok(cases.some(({ throws }) => throws) && cases.some(({ throws }) => !throws))
  })
})
