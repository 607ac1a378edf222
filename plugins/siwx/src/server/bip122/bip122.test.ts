import { secp256k1 } from '@noble/curves/secp256k1.js'
import { Signer } from 'bip322-js'
import { describe, expect, it } from 'vitest'
import { concat, readBase64, readHex, toHex } from '../../message/bytes.js'
import { createMessage } from '../../message/createMessage.js'
import { bip122Profile } from '../../message/profiles.js'
import { describeTampering } from '../../testing/describeTampering.js'
import { readVectors } from '../../testing/readVectors.js'
import { type BitcoinKind, bitcoinSigner } from '../../testing/signers.js'
import { unlimitedWork } from '../../testing/unlimitedWork.js'
import { createVerifier } from '../createVerifier.js'
import { memoryNonces } from '../nonces/memoryNonces.js'
import type { RefusalCode } from '../Refusal.js'
import { type Bip122Options, bip122 } from './bip122.js'

const MAINNET = 'bip122:000000000019d6689c085ae165831e93'
const TESTNET = 'bip122:000000000933ea01ad0ee984209779ba'
const ORDER = secp256k1.Point.CURVE().n

const bytesOf = (signature: string) => readBase64(signature) ?? new Uint8Array()
const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const number = (bytes: Uint8Array) => BigInt(toHex(bytes))
const word = (value: bigint) => readHex(value.toString(16).padStart(64, '0')) ?? new Uint8Array()

/** The DER signature of a P2WPKH witness with the other s. */
function highDer(signature: string): string {
  const bytes = bytesOf(signature)
  const length = bytes[1] ?? 0
  const der = bytes.subarray(2, 2 + length - 1)
  const rest = bytes.subarray(2 + length)
  const { r, s } = secp256k1.Signature.fromBytes(der, 'der')
  const high = new secp256k1.Signature(r, ORDER - s).toBytes('der')
  return toBase64(concat(Uint8Array.of(2, high.length + 1), high, Uint8Array.of(1), rest))
}

const flip = (signature: string, index: number, bits = 1) =>
  toBase64(bytesOf(signature).map((byte, position) => (position === index ? byte ^ bits : byte)))

const spoilAny = (signature: string): readonly (readonly [string, string, RefusalCode])[] => [
  ['empty', '', 'SIGNATURE_MALFORMED'],
  ['not base64', '!!!', 'SIGNATURE_MALFORMED'],
  [
    'without padding',
    signature.replace(/=*$/, '') + (signature.endsWith('=') ? '' : '='),
    'SIGNATURE_MALFORMED',
  ],
  ['url alphabet', `_-${signature.slice(2)}`, 'SIGNATURE_MALFORMED'],
  ['hexadecimal', toHex(bytesOf(signature)), 'SIGNATURE_MALFORMED'],
  ['as full', `ful${signature}`, 'SIGNATURE_MALFORMED'],
  ['as proof of funds', `pof${signature}`, 'SIGNATURE_KIND_UNSUPPORTED'],
  ['a count past the end', toBase64(Uint8Array.of(0xfe, 255, 255, 255, 255)), 'SIGNATURE_MALFORMED'],
  ['longer than allowed', 'A'.repeat(20_000), 'SIGNATURE_MALFORMED'],
]

for (const kind of ['p2wpkh', 'p2tr', 'p2sh-p2wpkh'] as const) {
  const signer = bitcoinSigner(1, kind)
  const other = bitcoinSigner(2, kind)
  describeTampering(`bip122 ${kind}`, {
    namespace: bip122(),
    chainId: MAINNET,
    otherChainId: TESTNET,
    otherChainText: TESTNET.slice(7),
    address: signer.address,
    otherAddress: other.address,
    sign: signer.sign,
    spoil: (signature) => [
      ...spoilAny(signature),
      ['an empty stack', 'AA==', kind === 'p2sh-p2wpkh' ? 'SIGNATURE_INCONCLUSIVE' : 'SIGNATURE_INVALID'],
      ['flipped bit', flip(signature, 20), 'SIGNATURE_INVALID'],
      ['a byte short', toBase64(bytesOf(signature).subarray(0, -1)), 'SIGNATURE_MALFORMED'],
      ['a byte more', toBase64(concat(bytesOf(signature), Uint8Array.of(0))), 'SIGNATURE_MALFORMED'],
      ['of another account', other.sign('hello'), 'SIGNATURE_INVALID'],
      ...(kind === 'p2tr'
        ? ([['another hash type', toBase64(withTaprootHashType(signature, 3)), 'SIGNATURE_INVALID']] as const)
        : ([
            ['high s', highDer(signature), 'SIGNATURE_INVALID'],
            ['hash type NONE', flip(signature, 1 + (bytesOf(signature)[1] ?? 0), 3), 'SIGNATURE_INVALID'],
          ] as const)),
    ],
  })
}

/** One Schnorr signature with an explicit hash type byte. */
function withTaprootHashType(signature: string, hashType: number): Uint8Array {
  return concat(Uint8Array.of(1, 65), bytesOf(signature).subarray(2, 66), Uint8Array.of(hashType))
}

const compactSigner = bitcoinSigner(3, 'p2pkh')
const otherParity = (signature: string) => (((bytesOf(signature)[0] ?? 0) - 27) ^ 1) + 27
const withHighS = (signature: string) => {
  const bytes = bytesOf(signature)
  const s = word(ORDER - number(bytes.subarray(33)))
  return toBase64(concat(Uint8Array.of(otherParity(signature)), bytes.subarray(1, 33), s))
}

describeTampering('bip122 p2pkh, compact', {
  namespace: bip122(),
  chainId: MAINNET,
  otherChainId: TESTNET,
  otherChainText: TESTNET.slice(7),
  address: compactSigner.address,
  otherAddress: bitcoinSigner(4, 'p2pkh').address,
  sign: compactSigner.sign,
  spoil: (signature) => [
    ['high s', withHighS(signature), 'SIGNATURE_MALLEABLE'],
    [
      'other parity',
      toBase64(concat(Uint8Array.of(otherParity(signature)), bytesOf(signature).subarray(1))),
      'SIGNATURE_INVALID',
    ],
    [
      'header of no form',
      toBase64(concat(Uint8Array.of(43), bytesOf(signature).subarray(1))),
      'SIGNATURE_MALFORMED',
    ],
    [
      'recovery id 2',
      toBase64(concat(Uint8Array.of(33), bytesOf(signature).subarray(1))),
      'SIGNATURE_MALFORMED',
    ],
    ['flipped bit', flip(signature, 40), 'SIGNATURE_INVALID'],
    [
      'all zero after the header',
      toBase64(concat(Uint8Array.of(31), new Uint8Array(64))),
      'SIGNATURE_INVALID',
    ],
    ['of another account', bitcoinSigner(4, 'p2pkh').sign('hello'), 'SIGNATURE_INVALID'],
    ['bytes', bytesOf(signature), 'SIGNATURE_MALFORMED'],
  ],
})

async function signIn(
  address: string,
  sign: (text: string) => string,
  {
    chainId = MAINNET,
    signatureType,
    ...options
  }: Bip122Options & { chainId?: string; signatureType?: string } = {},
) {
  const verifier = createVerifier({
    domain: 'app.example',
    verifiers: [bip122(options)],
    nonces: memoryNonces(),
  })
  const message = createMessage(
    {
      domain: 'app.example',
      accountAddress: address,
      uri: 'https://app.example',
      version: '1',
      chainId,
      nonce: await verifier.issueNonce(),
      issuedAt: new Date().toISOString(),
    },
    bip122Profile,
  )
  const type = signatureType === undefined ? {} : { signatureType }
  const result = await verifier.verify({ message, signature: sign(message), ...type })
  return result.ok ? result.method : result.code
}

describe('Bitcoin sign-in', () => {
  it.each([
    ['p2pkh', 'bip137'],
    ['p2sh-p2wpkh', 'bip322-simple'],
    ['p2wpkh', 'bip322-simple'],
    ['p2tr', 'bip322-simple'],
  ] as const)('accepts %s as %s', async (kind: BitcoinKind, method) => {
    const signer = bitcoinSigner(5, kind)
    expect(await signIn(signer.address, signer.sign)).toBe(method)
  })

  it('accepts a compact signature with a header of another form, and says so', async () => {
    const owner = bitcoinSigner(6, 'p2pkh')
    const segwit = bitcoinSigner(6, 'p2wpkh')
    expect(await signIn(segwit.address, owner.sign)).toBe('bip137-loose')
    expect(await signIn(segwit.address, owner.sign, { compact: 'strict' })).toBe('SIGNATURE_INVALID')
    expect(await signIn(segwit.address, owner.sign, { compact: 'none' })).toBe('SIGNATURE_KIND_UNSUPPORTED')
    expect(await signIn(owner.address, owner.sign, { compact: 'strict' })).toBe('bip137')
  })

  it('takes the prefix of BIP-322 version 2', async () => {
    const signer = bitcoinSigner(7)
    expect(await signIn(signer.address, (text) => `smp${signer.sign(text)}`)).toBe('bip322-simple')
  })

  it('wants an address of the chain in the message', async () => {
    const signer = bitcoinSigner(8)
    expect(await signIn(signer.address, signer.sign, { chainId: TESTNET })).toBe('ADDRESS_MALFORMED')
    const address = 'tb1ql64jd2pewssuuehu6g7kh6ud54amq5n8pr02zn'
    expect(await signIn(address, signer.sign)).toBe('ADDRESS_MALFORMED')
    expect(await signIn(address, signer.sign, { chainId: TESTNET })).toBe('SIGNATURE_INVALID')
  })

  it('takes the addresses of its chain alone, for every kind of address and every chain', async () => {
    const chains = {
      mainnet: [MAINNET],
      testnet: [
        TESTNET,
        'bip122:00000000da84f2bafbbc53dee25a72ae',
        'bip122:00000008819873e925422c1ff0f99f7c',
      ],
      regtest: ['bip122:0f9188f13cb7b2c71f2a335e3a4fc328'],
      // Litecoin, Dogecoin, Bitcoin Cash, and no chain at all.
      other: [
        'bip122:12a765e31ffd4059bada1e25190f6e98',
        'bip122:1a91e3dace36e2be3bf030a65679fe82',
        'bip122:000000000000000000651ef99cb9fcbe',
        `bip122:${'0'.repeat(32)}`,
      ],
    }
    const addresses = readVectors('bitcoin/address/address_kinds_bip322js')
    expect(new Set(addresses.map(({ network }) => network))).toEqual(
      new Set(['mainnet', 'testnet', 'regtest']),
    )
    const sign = bitcoinSigner(8).sign
    for (const { address } of addresses) {
      const own = /^(bc1|[13])/.test(address)
        ? ['mainnet']
        : address.startsWith('tb1')
          ? ['testnet']
          : address.startsWith('bcrt1')
            ? ['regtest']
            : ['testnet', 'regtest']
      for (const [network, ids] of Object.entries(chains)) {
        for (const chainId of ids) {
          const code = await signIn(address, sign, { chainId })
          expect(code === 'ADDRESS_MALFORMED', `${address} on ${chainId}`).toBe(!own.includes(network))
        }
      }
    }
  })

  it('accepts a testnet account', async () => {
    const wif = bitcoinSigner(9).wif
    const address = 'tb1q9vza2e8x573nczrlzms0wvx3gsqjx7vaxwd45v'
    const key = 'L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k'
    const sign = (text: string) => `${Signer.sign(key, address, text)}`
    expect(await signIn(address, sign, { chainId: TESTNET })).toBe('bip322-simple')
    expect(wif).not.toBe(key)
  })

  it('refuses a signature type of another namespace', async () => {
    const signer = bitcoinSigner(8)
    const signatureType = 'solana:ed25519'
    expect(await signIn(signer.address, signer.sign, { signatureType })).toBe('SIGNATURE_KIND_UNSUPPORTED')
    expect(await signIn(signer.address, signer.sign, { signatureType: 'bip322' })).toBe('bip322-simple')
  })

  it('does not sign in by a proof of funds or with a signature that holds later', async () => {
    const verify = (vector: any) =>
      bip122().verifySignature({
        message: { accountAddress: vector.address, chainId: MAINNET } as any,
        text: vector.message,
        bytes: new TextEncoder().encode(vector.message),
        signature: vector.bip322_signatures[0],
        work: unlimitedWork,
      })
    const vectors = readVectors('bitcoin/bip322/generated')
    for (const vector of vectors.filter(({ group }) => group === 'proof_of_funds')) {
      expect(await verify(vector)).toMatchObject({ code: 'SIGNATURE_KIND_UNSUPPORTED' })
    }
    for (const vector of vectors.filter(({ group, lock_time }) => group === 'full' && lock_time > 0)) {
      expect(await verify(vector)).toMatchObject({ code: 'SIGNATURE_INCONCLUSIVE' })
    }
    for (const vector of vectors.filter(({ group }) => group === 'simple')) {
      expect(await verify(vector)).toEqual({ ok: true, method: 'bip322-simple' })
    }
  })
})
