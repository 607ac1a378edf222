import { type PolkadotStack, startPolkadot } from '@latchkey/devstack/polkadot'
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { ApiPromise, WsProvider } from '@polkadot/api'
import { TypeRegistry } from '@polkadot/types'
import { signatureVerify } from '@polkadot/util-crypto'
import { encodeAddress } from '@polkadot/util-crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPolkadotTestWallet, type PolkadotTestWalletOptions } from './createPolkadotTestWallet.js'
import { extrinsicPayloadBytes, extrinsicPayloadSchema } from './extrinsicPayload.js'
import { readSecretUri } from './secretUri.js'
import { decodeSs58, encodeSs58 } from './ss58.js'
import { wrapBytes } from './wrapBytes.js'
import uriVectors from './vectors/suri.json' with { type: 'json' }
import pairVectors from './vectors/testing_pairs.json' with { type: 'json' }
import wrapVectors from './vectors/wrap_bytes.json' with { type: 'json' }

const alice = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const bob = '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty'

const createWallet = (options: PolkadotTestWalletOptions = {}) =>
  createPolkadotTestWallet({ permitted: true, ...options })

describe('keys and addresses', () => {
  const cases = uriVectors.cases.filter(({ type }) => type === 'sr25519')

  it('derives the keys of polkadot-js, all that are sr25519', () => {
    expect(cases.length).toBeGreaterThanOrEqual(5)
    for (const { suri, publicKey, address } of cases) {
      const keypair = readSecretUri(suri)
      expect(`0x${Buffer.from(keypair.publicKey).toString('hex')}`, suri).toBe(publicKey)
      expect(encodeSs58(keypair.publicKey, 42)).toBe(address)
    }
  })

  it.each(pairVectors.cases)('derives the development key $suri', ({ suri, publicKey, type }) => {
    // Only Substrate's own keys are derived here.
    if (type === 'ethereum') return expect(publicKey).toMatch(/^0x0[23][0-9a-f]{64}$/)
    expect(`0x${Buffer.from(readSecretUri(`//${suri}`).publicKey).toString('hex')}`).toBe(publicKey)
  })

  it('writes and reads addresses of one and two byte prefixes', () => {
    const { publicKey } = readSecretUri('//Alice')
    for (const prefix of [0, 2, 42, 63, 64, 255, 1284, 16383]) {
      const address = encodeSs58(publicKey, prefix)
      expect(address).toBe(encodeAddress(publicKey, prefix))
      expect(decodeSs58(address)).toEqual(publicKey)
    }
    expect(decodeSs58(alice.replace('5G', '5H'))).toBeUndefined()
    expect(decodeSs58('0xnothing')).toBeUndefined()
  })

  it('wraps bytes as the extension does', () => {
    const cases = wrapVectors.cases.filter(({ op }) => op === 'wrap')
    expect(cases.length).toBeGreaterThan(2)
    for (const { input, expect: expected } of cases) {
      expect(new TextDecoder().decode(wrapBytes(utf8ToBytes(input)))).toBe(expected)
    }
    for (const whole of ['<Bytes>a</Bytes>', '\u0019Ethereum Signed Message:\n1a']) {
      expect(new TextDecoder().decode(wrapBytes(utf8ToBytes(whole)))).toBe(whole)
    }
  })
})

describe('payload bytes', () => {
  const payload = {
    address: alice,
    blockHash: `0x${'ab'.repeat(32)}`,
    blockNumber: '0x00000064',
    era: '0x4502',
    genesisHash: `0x${'45'.repeat(32)}`,
    method: '0x0403008eaf04151687736326c9fea17e25fc5287613693c912909cb226aa4794f26a480f00c0d2f1b503',
    nonce: '0x00000141',
    specVersion: '0x000023b4',
    tip: '0x0000000000000000000000174876e800',
    transactionVersion: '0x00000007',
    version: 4,
    signedExtensions: [
      'CheckNonZeroSender',
      'CheckSpecVersion',
      'CheckTxVersion',
      'CheckGenesis',
      'CheckMortality',
      'CheckNonce',
      'CheckWeight',
      'ChargeTransactionPayment',
    ],
  }
  const reference = (value: typeof payload) => {
    const registry = new TypeRegistry()
    registry.setSignedExtensions(value.signedExtensions)
    return registry.createType('ExtrinsicPayload', value, { version: 4 }).toU8a({ method: true })
  }

  it('are those of polkadot-js, with every known extension', () => {
    const sets = [
      payload,
      { ...payload, era: '0x00', nonce: '0x00000000', tip: '0x00000000000000000000000000000000' },
      {
        ...payload,
        nonce: '0x7fffffff',
        mode: 1,
        metadataHash: `0x${'cd'.repeat(32)}`,
        signedExtensions: [...payload.signedExtensions, 'CheckMetadataHash'],
      },
      { ...payload, mode: 0, signedExtensions: [...payload.signedExtensions, 'CheckMetadataHash'] },
      {
        ...payload,
        signedExtensions: payload.signedExtensions.map((name) =>
          name.replace('TransactionPayment', 'AssetTxPayment'),
        ),
      },
    ]
    for (const value of sets) {
      expect(extrinsicPayloadBytes(extrinsicPayloadSchema.parse(value))).toEqual(reference(value))
    }
  })

  it('are hashed when longer than 256 bytes', () => {
    const long = { ...payload, method: `0x0007${'04'.repeat(400)}` }
    expect(extrinsicPayloadBytes(extrinsicPayloadSchema.parse(long))).toHaveLength(32)
  })

  it('are refused with an extension that is not known', () => {
    const value = { ...payload, signedExtensions: ['ChargeSomethingElse'] }
    expect(() =>
      extrinsicPayloadBytes(extrinsicPayloadSchema.parse(value)),
    ).toThrowErrorMatchingInlineSnapshot(
      `[Error: The test wallet does not know the signed extension ChargeSomethingElse.]`,
    )
    const inherited = { ...payload, signedExtensions: ['constructor'] }
    expect(() => extrinsicPayloadBytes(extrinsicPayloadSchema.parse(inherited))).toThrow('constructor')
  })
})

describe('connecting', () => {
  it('asks once, and a refusal is an Error of one word', async () => {
    const { provider, control } = createWallet({ permitted: false })
    control.rejectNext('enable')
    await expect(provider.enable('A page')).rejects.toThrow(/^Rejected$/)
    const injected = await provider.enable('A page')
    expect(await injected.accounts.get()).toEqual([
      { address: alice, name: 'Account 1', type: 'sr25519', genesisHash: null },
    ])
    control.rejectNext('enable')
    await expect(provider.enable('A page')).resolves.toBe(injected)
    expect(control.requests[0]).toEqual({ method: 'enable', params: ['A page'] })
  })

  it('tells subscribers now and after every change', async () => {
    const { provider, control } = createWallet()
    const injected = await provider.enable('A page')
    const seen: string[] = []
    const leave = injected.accounts.subscribe!((accounts) =>
      seen.push(accounts.map(({ address }) => address).join()),
    )
    expect(control.listenerCount('accounts')).toBe(1)
    control.switchAccount(bob)
    control.lock()
    control.unlock()
    leave()
    control.switchAccount(alice)
    expect(seen).toEqual([alice, bob, '', bob])
    expect(control.listenerCount('accounts')).toBe(0)
    const without = await createWallet({ withoutSubscribe: true }).provider.enable('A page')
    expect(without.accounts.subscribe).toBeUndefined()
  })

  it('shows all accounts, another prefix and a chain when told to', async () => {
    const options = { exposeAllAccounts: true, ss58Prefix: 0, genesisHash: '0x00' }
    const { accounts } = await createWallet(options).provider.enable('A page')
    const list = await accounts.get()
    expect(list).toHaveLength(2)
    expect(list[0]).toMatchObject({ genesisHash: '0x00', address: encodeAddress(alice, 0) })
  })
})

describe('signing', () => {
  it('signs raw bytes wrapped, and text as well', async () => {
    const { signer } = await createWallet().provider.enable('A page')
    for (const data of ['0x7369676e20696e', 'sign in']) {
      const { signature } = await signer.signRaw({ address: alice, data, type: 'bytes' })
      expect(signature).toHaveLength(130)
      expect(signatureVerify('<Bytes>sign in</Bytes>', signature, alice)).toMatchObject({
        isValid: true,
        crypto: 'sr25519',
      })
      expect(signatureVerify('<Bytes>sign on</Bytes>', signature, alice).isValid).toBe(false)
    }
    const first = await signer.signRaw({ address: alice, data: 'x' })
    const second = await signer.signRaw({ address: encodeAddress(alice, 0), data: 'x' })
    expect(second.id).toBe(first.id + 1)
    expect(second.signature).not.toBe(first.signature)
  })

  it('refuses other accounts, nonsense and what the user refuses', async () => {
    const { provider, control } = createWallet()
    const { signer } = await provider.enable('A page')
    await expect(signer.signRaw({ address: bob, data: 'x' })).rejects.toMatchObject({ code: 4100 })
    await expect(signer.signRaw({ data: 'x' })).rejects.toThrow()
    await expect(signer.signPayload({ address: alice })).rejects.toThrow()
    control.rejectNext('signRaw')
    await expect(signer.signRaw({ address: alice, data: 'x' })).rejects.toThrow(/^Cancelled$/)
    control.garbage('null', 'signRaw')
    expect(await signer.signRaw({ address: alice, data: 'x' })).toBeNull()
  })
})

describe('on the chain', () => {
  let stack: PolkadotStack
  let api: ApiPromise

  beforeAll(async () => {
    stack = await startPolkadot()
    api = await ApiPromise.create({ provider: new WsProvider(stack.url) as never, noInitWarn: true })
  })
  afterAll(async () => {
    await api.disconnect()
    await stack.stop()
  })

  const coin = 10n ** 12n
  const send = (amount: bigint, signer: object, calls = 1) =>
    new Promise<string[]>((resolve, reject) => {
      const one = api.tx['balances']!['transferKeepAlive']!(bob, amount)
      const call =
        calls === 1 ? one : api.tx['utility']!['batchAll']!(Array.from({ length: calls }, () => one))
      call
        .signAndSend(
          alice,
          { signer: signer as never, nonce: -1, era: 0 },
          ({ status, events, dispatchError }) => {
            if (dispatchError) reject(new Error(dispatchError.toString()))
            else if (status.isInBlock || status.isFinalized)
              resolve(events.map(({ event }) => `${event.section}.${event.method}`))
          },
        )
        .catch(reject)
    })

  it('its signature carries a transfer into a block, short or hashed', async () => {
    const { signer } = await createWallet().provider.enable('A page')
    const before = await stack.balanceOf(bob)
    expect(await send(2n * coin, signer)).toContain('system.ExtrinsicSuccess')
    expect(await stack.balanceOf(bob)).toBe(before + 2n * coin)
    expect(await send(coin, signer, 8)).toContain('utility.BatchCompleted')
    expect(await stack.balanceOf(bob)).toBe(before + 10n * coin)
  })

  it('a signature with one flipped bit is refused', async () => {
    const { signer } = await createWallet().provider.enable('A page')
    const before = await stack.balanceOf(bob)
    const forging = {
      async signPayload(payload: unknown) {
        const { id, signature } = await signer.signPayload(payload)
        const bytes = hexToBytes(signature.slice(2))
        bytes[10]! ^= 1
        return { id, signature: `0x${Buffer.from(bytes).toString('hex')}` }
      },
    }
    await expect(send(coin, forging)).rejects.toThrow(/bad signature|BadProof/i)
    expect(await stack.balanceOf(bob)).toBe(before)
  })
})
