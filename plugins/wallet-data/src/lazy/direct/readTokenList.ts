import { decodeBase58 } from '@latchkey/kernel/chain'
import { plainText, type NetworkId } from '@latchkey/kernel/plugin'
import type { TokenReference } from '@latchkey/kernel/contracts'
import * as z from 'zod/mini'
import { pictureOf } from '../pictureOf.js'

/** Tokens of a list by network, and the list's own version as major, minor and patch. */
export interface ReadTokenList {
  readonly version: readonly [number, number, number]
  readonly tokens: ReadonlyMap<NetworkId, readonly TokenReference[]>
  /** How many tokens can't be used and were left out. Those that stand there twice aren't counted. */
  readonly dropped: number
}

/** As the format's own schema limits them. */
const mostTokens = 10_000
const part = z.number().check(z.int(), z.nonnegative())
/** The format of https://tokenlists.org: what of it is used. */
export const tokenListSchema = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(60)),
  version: z.object({ major: part, minor: part, patch: part }),
  tokens: z.array(z.unknown()).check(z.minLength(1), z.maxLength(mostTokens)),
})
const tokenSchema = z.object({
  chainId: z.number().check(z.int(), z.positive()),
  address: z.string().check(z.maxLength(44)),
  name: z.string().check(z.maxLength(256)),
  symbol: z.string().check(z.minLength(1), z.maxLength(64)),
  // One without decimals is shown as no money.
  decimals: z.number().check(z.int(), z.gte(1), z.lte(77)),
  logoURI: z.optional(z.unknown()),
})

/**
 * Chain ids that stand for networks without one, whose addresses are base58: `@uniswap/token-lists` 1.0.0-beta.35 allows them,
 * and Uniswap's default list (read in November 2026) uses this one for Solana.
 */
const base58Networks: Readonly<Record<number, NetworkId>> = {
  501000101: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
}

/** The network of a token; `undefined` where its address is none there. */
function networkOf(chainId: number, address: string): NetworkId | undefined {
  const other = Object.hasOwn(base58Networks, chainId) ? base58Networks[chainId] : undefined
  if (other !== undefined) return decodeBase58(address)?.length === 32 ? other : undefined
  return /^0x[0-9a-fA-F]{40}$/.test(address) ? `eip155:${chainId}` : undefined
}

/** Sorts the tokens of a list by network. One that can't be used, or that stands there already, is left out. */
export function readTokenList({ version, tokens }: z.infer<typeof tokenListSchema>): ReadTokenList {
  const found = new Map<NetworkId, Map<string, TokenReference>>()
  let dropped = 0
  for (const given of tokens) {
    const read = tokenSchema.safeParse(given)
    const symbol = read.success ? plainText(read.data.symbol, 20) : ''
    const networkId = read.success ? networkOf(read.data.chainId, read.data.address) : undefined
    if (!read.success || symbol === '' || networkId === undefined) {
      dropped += 1
      continue
    }
    const { address, decimals } = read.data
    const own = found.get(networkId) ?? new Map<string, TokenReference>()
    found.set(networkId, own)
    const icon = pictureOf(read.data.logoURI)
    const name = plainText(read.data.name, 60)
    const token = { address, symbol, decimals, name: name || symbol, ...(icon === undefined ? {} : { icon }) }
    // Capitals are a checksum in hex, and part of the address in base58.
    const key = networkId.startsWith('eip155:') ? address.toLowerCase() : address
    if (!own.has(key)) own.set(key, token)
  }
  const { major, minor, patch } = version
  return {
    version: [major, minor, patch],
    tokens: new Map([...found].map(([networkId, own]) => [networkId, [...own.values()]])),
    dropped,
  }
}
