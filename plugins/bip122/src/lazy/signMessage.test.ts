import { pageClock } from '../../test/pageClock.js'
import { Verifier } from 'bip322-js'
import { describe, expect, it } from 'vitest'
import basic from '../../vectors/bip322_basic.json' with { type: 'json' }
import generated from '../../vectors/bip322_generated.json' with { type: 'json' }
import { type FakeKind, fakeKey } from '../../test/fakeKeys.js'
import {
  createRequestFake,
  createStandardFake,
  createUnisatFake,
  createLeatherFake,
} from '../../test/fakeWallets.js'
import { networkIdOf } from '../networks.js'
import { createRequestAdapter } from './adapters/request.js'
import { createStandardAdapter } from './adapters/standard.js'
import { createUnisatAdapter } from './adapters/unisat.js'
import { signMessage, typeOf } from './signMessage.js'

const networkId = networkIdOf('mainnet')

function accountOf(kind: FakeKind, seed = 1) {
  const { address, publicKey, purpose } = fakeKey(seed, kind, 'mainnet')
  return { id: `${networkId}:${address}` as const, namespace: 'bip122', address, publicKey, kind: purpose }
}

describe('public vectors of BIP-322', () => {
  const signatures = [...basic.cases, ...generated.cases].flatMap((vector: any) =>
    (vector.bip322_signatures ?? []).map((signature: string) => ({ ...vector, signature })),
  )
  it.each(signatures.filter(({ group }) => group !== 'proof_of_funds'))(
    'knows the form of $id',
    ({ group, signature }) => {
      expect(typeOf(signature)).toBe(group === 'full' ? 'bip322-full' : 'bip322-simple')
      // The prefix is of version 2; shipped wallets leave it out.
      if (group === 'simple') expect(typeOf(signature.replace(/^smp/, ''))).toBe('bip322-simple')
    },
  )
  it.each(signatures.filter(({ group }) => group === 'proof_of_funds'))(
    'takes no proof of funds: $id',
    ({ signature }) => {
      expect(typeOf(signature)).toBeUndefined()
    },
  )
})

describe('an account of another network than the one it signs for', () => {
  const chains = ['mainnet', 'testnet', 'testnet4', 'signet', 'regtest'] as const
  const litecoin = 'bip122:12a765e31ffd4059bada1e25190f6e98' as const
  const formOf = (chain: (typeof chains)[number]) =>
    chain === 'mainnet' || chain === 'regtest' ? chain : 'testnet'
  const pairs = chains.flatMap((own) =>
    [...chains.map(networkIdOf), litecoin].map((id) => [own, id] as const),
  )
  it.each(pairs)('an address of %s signs for %s only where it belongs', async (own, id) => {
    const fake = createUnisatFake({ chain: own, keys: [fakeKey(1, 'p2wpkh', own)] })
    const provider = createUnisatAdapter('Fake', fake.target, pageClock).wallet
    const { address } = fakeKey(1, 'p2wpkh', own)
    const account = {
      id: `${id}:${address}` as const,
      namespace: 'bip122',
      address,
      kind: 'payment',
    } as const
    const signing = signMessage({ account, networkId: id, provider, message: 'Hello' })
    const belongs = chains.some((chain) => networkIdOf(chain) === id && formOf(chain) === formOf(own))
    if (belongs) await expect(signing).resolves.toMatchObject({ type: 'bip322-simple' })
    else {
      await expect(signing).rejects.toMatchObject({ code: 'ACCOUNT_NETWORK_MISMATCH' })
      expect(fake.calls).toEqual([])
    }
  })
})

const wallets = [
  ['Wallet Standard', createStandardFake, createStandardAdapter, ['p2wpkh', 'p2tr']],
  ['sats-connect', createRequestFake, createRequestAdapter, ['p2wpkh', 'p2tr', 'p2sh']],
  ['Leather', createLeatherFake, createRequestAdapter, ['p2wpkh', 'p2tr']],
  ['UniSat', createUnisatFake, createUnisatAdapter, ['p2wpkh', 'p2tr', 'p2sh']],
] as const

describe.each(wallets)('%s', (_, createFake, createAdapter, kinds) => {
  async function open(kind: FakeKind) {
    const fake = createFake({ keys: [fakeKey(1, kind, 'mainnet')] })
    const adapter = createAdapter('Fake', fake.target, pageClock)
    await adapter.connect({ networks: [{ chain: 'mainnet' } as never] })
    return { fake, provider: adapter.wallet }
  }

  it.each(kinds)('signs by BIP-322 for %s, and a verifier nobody here wrote agrees', async (kind) => {
    const { provider } = await open(kind)
    const account = accountOf(kind)
    const message = 'Hello, Bitcoin ₿'
    const { signature, type } = await signMessage({ account, networkId, provider, message })
    expect(type).toBe('bip322-simple')
    expect(Verifier.verifySignature(account.address, message, signature)).toBe(true)
    expect(Verifier.verifySignature(account.address, `${message}.`, signature)).toBe(false)
  })

  it('never asks taproot for the old form', async () => {
    const { fake, provider } = await open('p2tr')
    fake.calls.length = 0
    await expect(
      signMessage({ account: accountOf('p2tr'), networkId, provider, message: 'x', protocol: 'ecdsa' }),
    ).rejects.toMatchObject({ code: 'MESSAGE_PROTOCOL_UNSUPPORTED' })
    expect(fake.calls).toEqual([])
  })

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['no base64', { signature: '%%%' }],
    ['an empty text', { signature: '' }],
    ['bytes that are no signature', { signature: Uint8Array.of(9, 9, 9) }],
    ['an endless text', { signature: 'A'.repeat(100_000) }],
  ])('refuses %s in place of a signature', async (_what, answer) => {
    const { fake, provider } = await open('p2wpkh')
    const value = answer as any
    for (const method of ['signMessage', 'bitcoin:signMessage']) {
      fake.answer(method, () => {
        if (createFake === createStandardFake) return [value]
        if (createFake === createUnisatFake) return value?.signature ?? value
        return value
      })
    }
    await expect(
      signMessage({ account: accountOf('p2wpkh'), networkId, provider, message: 'x' }),
    ).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
  })

  it('knows a rejection', async () => {
    const { fake, provider } = await open('p2wpkh')
    for (const method of ['signMessage', 'bitcoin:signMessage']) {
      fake.answer(method, () => {
        throw { code: createFake === createRequestFake ? -32000 : 4001, message: 'no' }
      })
    }
    await expect(
      signMessage({ account: accountOf('p2wpkh'), networkId, provider, message: 'x' }),
    ).rejects.toMatchObject({ code: 'USER_REJECTED' })
  })
})

describe('the old form', () => {
  it.each([
    ['p2pkh', undefined],
    ['p2wpkh', 'ecdsa'],
    ['p2sh', 'ecdsa'],
  ] as const)('is signed for %s when it is meant', async (kind, protocol) => {
    const fake = createUnisatFake({ keys: [fakeKey(1, kind, 'mainnet')] })
    const provider = createUnisatAdapter('Fake', fake.target, pageClock).wallet
    const account = accountOf(kind)
    const asked = { account, networkId, provider, message: 'Hello', ...(protocol ? { protocol } : {}) }
    const { signature, type } = await signMessage(asked)
    expect(type).toBe('ecdsa')
    expect(fake.calls).toEqual([{ method: 'signMessage', parameters: ['Hello', 'ecdsa'] }])
    expect(Verifier.verifySignature(account.address, 'Hello', signature)).toBe(true)
  })
})

it('gives text wallets no bytes that are no text', async () => {
  const fake = createUnisatFake()
  const provider = createUnisatAdapter('Fake', fake.target, pageClock).wallet
  const account = accountOf('p2wpkh')
  const message = Uint8Array.of(0xff, 0xfe)
  await expect(signMessage({ account, networkId, provider, message })).rejects.toMatchObject({
    code: 'MESSAGE_NOT_TEXT',
  })
  expect(fake.calls).toEqual([])
})

it.each([undefined, null, {}, 'wallet'])('says that %j is no wallet', async (provider) => {
  await expect(
    signMessage({ account: accountOf('p2wpkh'), networkId, provider, message: 'x' }),
  ).rejects.toMatchObject({ code: 'PROVIDER_INVALID' })
})
