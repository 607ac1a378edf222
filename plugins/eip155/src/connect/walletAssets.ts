import { BaseError, type Clock, wait } from '@latchkey/kernel/plugin'
import { decimalOf, type WalletAsset, type WalletAssetsRequest } from '@latchkey/kernel/contracts'
import { invalidAnswer } from '@latchkey/kernel/chain'
import * as z from 'zod/mini'
import { toChecksumAddress } from '../address.js'
import type { Eip1193Provider } from '../provider.js'
import { askWallet } from './askWallet.js'
import { walletOf } from './walletOf.js'

/** Milliseconds for which a wallet's word on what it can do holds. */
const freshTime = 300_000
/** Milliseconds. A wallet that knows the question answers at once; the page must not wait for one that does not. */
const capabilityPatience = 2_000
const assetPatience = 5_000
const assetLimit = 10_000
/** Digits in front of the point: one unit of anything is worth less than 10^18 dollars. */
const mostPriceDigits = 18

const hex = z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i))
const byChain = <T extends z.ZodMiniType>(schema: T) => z.record(z.string(), schema)
const capabilities = byChain(
  z.object({ assetDiscovery: z.optional(z.object({ supported: z.optional(z.boolean()) })) }),
)
const assets = byChain(z.array(z.looseObject({ type: z.string() })).check(z.maxLength(assetLimit)))

/** ERC-7811, with the specification's rule (section 5) that every member of the metadata is there. */
const knownAsset = z.object({
  address: z.string(),
  balance: hex,
  type: z.string(),
  metadata: z.object({
    name: z.string(),
    symbol: z.string(),
    iconUrl: z.string(),
    decimals: z.number().check(z.int(), z.gte(0), z.lte(255)),
    price: z.number(),
  }),
})

interface Promised {
  readonly answer: Promise<boolean>
  readonly until: number
}

/** What the wallet says an account holds (ERC-7811), where it says that it can tell (EIP-5792 `assetDiscovery`). */
export function createWalletAssets({ clock }: { readonly clock: Clock }) {
  const promises = new WeakMap<object, Map<string, Promised>>()

  async function within<T>(answer: Promise<T>, patience: number, late: () => T): Promise<T> {
    const stop = new AbortController()
    try {
      return await Promise.race([answer, wait(clock, patience, stop.signal).then(late)])
    } finally {
      stop.abort()
    }
  }

  /** A wallet that refuses the question, or answers it with nonsense, does not offer anything. */
  async function advertises(wallet: Eip1193Provider, address: string, chainId: string): Promise<boolean> {
    const asking = askWallet(wallet, 'wallet_getCapabilities', [address, [chainId]]).catch(() => undefined)
    const found = capabilities.safeParse(await within(asking, capabilityPatience, () => undefined))
    if (!found.success) return false
    const own = entryOf(found.data, chainId) ?? entryOf(found.data, '0x0')
    return own?.assetDiscovery?.supported === true
  }

  function offers(wallet: Eip1193Provider, address: string, chainId: string): Promise<boolean> {
    const known = promises.get(wallet) ?? new Map<string, Promised>()
    promises.set(wallet, known)
    const key = `${chainId} ${address.toLowerCase()}`
    const before = known.get(key)
    if (before && clock.now() < before.until) return before.answer
    const answer = advertises(wallet, address, chainId)
    known.set(key, { answer, until: clock.now() + freshTime })
    return answer
  }

  return {
    async read(request: WalletAssetsRequest): Promise<readonly WalletAsset[] | undefined> {
      const { networkId, address, provider, signal } = request
      const wallet = walletOf(provider)
      const chainId = `0x${BigInt(networkId.slice(networkId.indexOf(':') + 1)).toString(16)}`
      if (!(await offers(wallet, address, chainId))) return undefined
      const method = 'wallet_getAssets'
      const asking = askWallet(wallet, method, [{ account: address, chainFilter: [chainId] }], signal)
      return readAssets(await within(asking, assetPatience, tooSlow), chainId)
    },
  }
}

function readAssets(answer: unknown, chainId: string): readonly WalletAsset[] {
  const found = assets.safeParse(answer)
  const own = found.success ? entryOf(found.data, chainId) : undefined
  if (!own) throw unusable('no list of assets of the network')
  const seen = new Map<string, WalletAsset>()
  for (const entry of own) {
    const type = entry.type.toLowerCase()
    // Other types, such as erc721, are not money.
    if (type !== 'native' && type !== 'erc20') continue
    const asset = knownAsset.safeParse(entry)
    const address = type === 'erc20' ? toChecksumAddress(entry['address']) : ''
    if (!asset.success || address === undefined)
      throw unusable(`an asset of type "${type}" without all its members`)
    if (!seen.has(address)) seen.set(address, toAsset(asset.data, address))
  }
  return [...seen.values()]
}

function toAsset({ balance, metadata }: z.infer<typeof knownAsset>, address: string): WalletAsset {
  const { name, symbol, iconUrl, decimals, price } = metadata
  const priceInUsd = price === 0 ? undefined : priceOf(price)
  return {
    name,
    amount: { value: BigInt(balance), decimals, symbol },
    ...(address === '' ? {} : { address }),
    ...(iconUrl === '' ? {} : { icon: iconUrl }),
    ...(priceInUsd === undefined ? {} : { priceInUsd }),
  }
}

function priceOf(told: number): string | undefined {
  const price = decimalOf(told)
  return price === undefined || (price.split('.')[0] ?? '').length > mostPriceDigits ? undefined : price
}

/** Chain ids are compared as numbers: wallets write some with leading zeros. */
function entryOf<T>(entries: Readonly<Record<string, T>>, chainId: string): T | undefined {
  const same = Object.keys(entries).find(
    (key) => /^0x[0-9a-f]{1,16}$/i.test(key) && BigInt(key) === BigInt(chainId),
  )
  return same === undefined ? undefined : entries[same]
}

const unusable = (detail: string) => invalidAnswer('The wallet', 'wallet_getAssets', detail)

function tooSlow(): never {
  throw new BaseError('The wallet took too long to say what it holds.', { code: 'WALLET_ASSETS_SLOW' })
}
