// Against the metadata of real runtimes, and against a second implementation of RFC-78.
import { MerkleizedMetadata } from '@dedot/merkleized-metadata'
import { createPolkadotTestWallet } from '@latchkey/testkit/polkadot'
import { signatureVerify } from '@polkadot/util-crypto'
import { Metadata, TypeRegistry } from '@polkadot/types'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type KnownRuntime, knownRuntimes, readMetadata, sourceOf } from '../../../test/knownMetadata.js'
import { faultOf } from '../../../test/context.js'
import { polkadotAssetHub } from '../../networks.js'
import { hashMetadata } from './hashMetadata.js'
import { nodeErrorFrom } from './nodeErrors.js'
import { signExtrinsic } from './signExtrinsic.js'

const network = polkadotAssetHub
const hub = knownRuntimes.polkadotAssetHub
const hubMetadata = () => readMetadata('polkadotAssetHub')
const sourceNamed = async (name: KnownRuntime) => sourceOf(await readMetadata(name), knownRuntimes[name])

interface Variant {
  name: string
  index: number
}
interface MetadataJson {
  pallets: { name: string; index: number; calls: { type: number } | null }[]
  lookup: { types: { id: number; type: { def: { variant?: { variants: Variant[] } } } }[] }
}

/** The metadata with a lie in it, written again by the rules of SCALE. */
async function lying(tell: (json: MetadataJson, callsOf: (pallet: string) => Variant[]) => void) {
  const registry = new TypeRegistry()
  const honest = await hubMetadata()
  const json = new Metadata(registry, honest).asV15.toJSON() as unknown as MetadataJson
  tell(json, (pallet) => {
    const calls = json.pallets.find(({ name }) => name === pallet)?.calls?.type
    return json.lookup.types.find(({ id }) => id === calls)?.type.def.variant?.variants ?? []
  })
  const body = registry.createType('MetadataV15', json).toHex().slice(2)
  return `${honest.slice(0, 12)}${body}` as `0x${string}`
}

describe('the hash of the metadata', () => {
  it.each(['polkadot', 'polkadotAssetHub', 'kusama', 'kusamaAssetHub', 'development'] as const)(
    'of %s is the one another implementation computes',
    async (name) => {
      const { decimals, symbol } = knownRuntimes[name]
      const other = new MerkleizedMetadata(await readMetadata(name), { decimals, tokenSymbol: symbol })
      const { mode, metadataHash } = await hashMetadata(await sourceNamed(name), network)
      expect([mode, metadataHash]).toEqual([1, `0x${Buffer.from(other.digest()).toString('hex')}`])
    },
  )

  it('is another one for every lie of a node', async () => {
    const honest = await hubMetadata()
    expect(await lying(() => {})).toBe(honest)
    const sources = {
      honest: sourceOf(honest, hub),
      'another number of the call': sourceOf(
        await lying((_, callsOf) => {
          const calls = callsOf('Balances')
          const [keepAlive, burn] = ['transfer_keep_alive', 'burn'].map((name) =>
            calls.find((call) => call.name === name),
          )
          if (!keepAlive || !burn) throw new Error('no such calls')
          ;[keepAlive.index, burn.index] = [burn.index, keepAlive.index]
        }),
        hub,
      ),
      'another number of the pallet': sourceOf(
        await lying((json) => {
          for (const { type } of json.lookup.types) {
            for (const variant of type.def.variant?.variants ?? []) {
              if (variant.name === 'Balances') variant.index = 200
            }
          }
          for (const pallet of json.pallets) if (pallet.name === 'Balances') pallet.index = 200
        }),
        hub,
      ),
      'other decimals': sourceOf(honest, { ...hub, decimals: 12 }),
      'another symbol': sourceOf(honest, { ...hub, symbol: 'KSM' }),
    }
    const hashes = await Promise.all(
      Object.values(sources).map(async (source) => (await hashMetadata(source, network)).metadataHash),
    )
    expect(hashes.every((hash) => /^0x[0-9a-f]{64}$/.test(hash ?? ''))).toBe(true)
    expect(new Set(hashes).size).toBe(Object.keys(sources).length)
  })

  it('is left out where the runtime does not check it, or the host says so', async () => {
    const nothing = { mode: 0, metadataHash: null }
    expect(await hashMetadata(await sourceNamed('old'), network)).toEqual(nothing)
    const without = { ...network, metadataHash: false } as const
    expect(await hashMetadata(sourceOf(await hubMetadata(), hub), without)).toEqual(nothing)
  })

  it('is not made of a runtime that the node does not name, nor of metadata that cannot be hashed', async () => {
    const source = sourceOf(await hubMetadata(), hub)
    const other = (await sourceNamed('kusama')).runtimeVersion
    expect(await faultOf(hashMetadata({ ...source, runtimeVersion: other }, network))).toMatchInlineSnapshot(`
        "POLKADOT_METADATA_WRONG: The node’s description of its calls can’t be proven right. Nothing was sent.

        Polkadot Asset Hub checks the hash of its metadata, and none can be computed from what the node answered.
        Expected metadata of version 15 or 16, of the runtime version that the node named.
        Try again with another endpoint."
      `)
    const { runtimeMetadata } = await sourceNamed('old')
    expect(await faultOf(hashMetadata({ ...source, runtimeMetadata }, network))).toMatch(
      /^POLKADOT_METADATA_WRONG/,
    )
  })
})

describe('a transaction of a runtime that checks the hash', () => {
  afterEach(() => void vi.unstubAllGlobals())

  const key = (byte: string) => `0x${byte.repeat(32)}`

  /** What signs on the metadata of the hub, without a node. */
  async function prepare() {
    vi.stubGlobal('window', new EventTarget())
    const source = sourceOf(await hubMetadata(), hub)
    const { registry, runtimeMetadata } = source
    const wallet = createPolkadotTestWallet({ ss58Prefix: network.ss58Prefix })
    const provider = { name: 'Test', ...(await wallet.provider.enable('test')) }
    const address = (await provider.accounts.get())[0]?.address ?? ''
    const { balances } = (
      await import('@polkadot/types/metadata/decorate').then(({ expandMetadata }) =>
        expandMetadata(registry as never, runtimeMetadata as never),
      )
    ).tx as unknown as Record<string, Record<string, (...values: unknown[]) => never>>
    const call = balances?.['transferKeepAlive']?.(address, 5n)
    const extrinsic = registry.createType('Extrinsic', call as never, { version: 4 })
    const header = { number: registry.createType('u32', 100) }
    const api = {
      ...source,
      genesisHash: registry.createType('Hash', network.genesisHash),
      derive: {
        tx: { signingInfo: async () => ({ header, mortalLength: 64, nonce: registry.createType('u32', 7) }) },
      },
      rpc: { chain: { getBlockHash: async () => registry.createType('Hash', key('ab')) } },
    }
    const account = { address, id: `${network.id}:${address}`, networkId: network.id }
    const sign = (by: unknown = provider) =>
      signExtrinsic({ api, network, account, provider: by, extrinsic } as never)
    return { source, wallet, provider, address, sign }
  }

  it('is signed with it', async () => {
    const { source, wallet, address, sign } = await prepare()
    const signed = await sign()
    const { metadataHash } = await hashMetadata(source, network)
    const request = wallet.control.requests.find(({ method }) => method === 'signPayload')
    const [asked] = (request?.params ?? []) as readonly unknown[]
    expect(asked).toMatchObject({ mode: 1, metadataHash })
    expect(signed.mode.toNumber()).toBe(1)
    // What the chain verifies: the call and the extensions, with the hash it knows itself.
    const verifies = (hash: string) => {
      const payload = source.registry.createType(
        'ExtrinsicPayload',
        { ...(asked as object), metadataHash: hash } as never,
        { version: 4 },
      )
      return signatureVerify(payload.toU8a({ method: true }), signed.signature.toHex(), address).isValid
    }
    expect(verifies(metadataHash ?? '')).toBe(true)
    expect(verifies(key('cd'))).toBe(false)
  })

  it('is not taken from a wallet that left the hash out', async () => {
    const { provider, sign } = await prepare()
    const whole = (await sign()).toU8a()
    const answering = (signedTransaction: Uint8Array) => ({
      ...provider,
      signer: {
        async signPayload(payload: never) {
          return { ...(await provider.signer.signPayload(payload)), signedTransaction }
        },
      },
    })
    expect((await sign(answering(whole))).toU8a()).toEqual(whole)
    // The byte before the call says the mode; the call is as long as is known.
    const length = (await sign()).method.toU8a().length
    const without = Uint8Array.from(whole)
    const at = whole.length - length - 1
    expect(without[at]).toBe(1)
    without[at] = 0
    expect(await faultOf(sign(answering(without)))).toContain(
      'signedTransaction with no hash of the metadata',
    )
  })
})

it('is said apart when a chain cannot check it', async () => {
  const words =
    'Unknown Transaction Validity: Could not lookup information required to validate the transaction'
  expect(await faultOf(Promise.reject(nodeErrorFrom({ code: 1011, message: words })))).toMatchInlineSnapshot(`
    "POLKADOT_METADATA_HASH_UNSUPPORTED: This network can’t check how the transaction was written. Nothing was sent.

    The wallet or node said: Unknown Transaction Validity: Could not lookup information required to validate the transaction"
  `)
})
