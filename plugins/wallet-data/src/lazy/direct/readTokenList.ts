import { plainText, type NetworkId, type TokenReference } from '@latchkey/kernel/plugin'
import * as z from 'zod/mini'
import { pictureOf } from '../pictureOf.js'

/** Tokens of a list by network, and the list's own version as major, minor and patch. */
export interface ReadTokenList {
  readonly version: readonly [number, number, number]
  readonly tokens: ReadonlyMap<NetworkId, readonly TokenReference[]>
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
  address: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
  name: z.string().check(z.maxLength(256)),
  symbol: z.string().check(z.minLength(1), z.maxLength(64)),
  // One without decimals is shown as no money.
  decimals: z.number().check(z.int(), z.gte(1), z.lte(77)),
  logoURI: z.optional(z.unknown()),
})

/** Sorts the tokens of a list by network. One that can't be used, or that stands there already, is left out. */
export function readTokenList({ version, tokens }: z.infer<typeof tokenListSchema>): ReadTokenList {
  const found = new Map<NetworkId, Map<string, TokenReference>>()
  for (const given of tokens) {
    const read = tokenSchema.safeParse(given)
    const symbol = read.success ? plainText(read.data.symbol, 20) : ''
    if (!read.success || symbol === '') continue
    const { chainId, address, decimals } = read.data
    const own = found.get(`eip155:${chainId}`) ?? new Map<string, TokenReference>()
    found.set(`eip155:${chainId}`, own)
    const icon = pictureOf(read.data.logoURI)
    const name = plainText(read.data.name, 60)
    const token = { address, symbol, decimals, name: name || symbol, ...(icon === undefined ? {} : { icon }) }
    const key = address.toLowerCase()
    if (!own.has(key)) own.set(key, token)
  }
  const { major, minor, patch } = version
  return {
    version: [major, minor, patch],
    tokens: new Map([...found].map(([networkId, own]) => [networkId, [...own.values()]])),
  }
}
