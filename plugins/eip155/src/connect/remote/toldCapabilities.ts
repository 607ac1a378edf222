import * as z from 'zod/mini'

/** What a wallet may add to a session (CAIP-25). Not checked. */
export interface SessionProperties {
  readonly sessionProperties?: unknown
  readonly scopedProperties?: unknown
}

/** What an account can do, by chain id as hex without leading zeros; `0x0` holds for every chain (EIP-5792). */
export type Capabilities = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const chainKey = /^0x[0-9a-f]{1,13}$/i
const ofChain = z.record(z.string(), z.unknown())
const ofAccounts = z.record(z.string(), z.record(z.string(), ofChain))

/**
 * The capabilities a wallet told with its session, so that it need not be asked: for an account in
 * `sessionProperties.capabilities` (JSON by address and chain id), for a network, or an account on it, in
 * `scopedProperties`. What cannot be read counts as not told.
 */
export function toldCapabilities(properties: SessionProperties, address: string): Capabilities {
  const told: Record<string, Readonly<Record<string, unknown>>> = {}
  const add = (chainId: string, given: unknown) => {
    const parsed = ofChain.safeParse(given)
    if (chainKey.test(chainId) && parsed.success) told[hexOf(chainId)] = parsed.data
  }
  for (const [networkId, given] of Object.entries(recordOf(properties.scopedProperties))) {
    const [, reference] = /^eip155:(\d{1,15})$/.exec(networkId) ?? []
    if (reference === undefined) continue
    const scope = recordOf(given)
    const accounts = Object.keys(scope).filter((key) => key.startsWith(`${networkId}:`))
    const own = accounts.find((key) => isSame(key, `${networkId}:${address}`))
    // A scope that tells of accounts one by one says nothing of those it leaves out.
    if (accounts.length === 0) add(hexOf(reference), scope)
    else if (own !== undefined) add(hexOf(reference), recordOf(scope[own]))
  }
  const parsed = ofAccounts.safeParse(recordOf(recordOf(properties.sessionProperties)['capabilities']))
  const own = Object.entries(parsed.data ?? {}).find(([key]) => isSame(key, address))?.[1]
  for (const [chainId, given] of Object.entries(own ?? {})) add(chainId, given)
  return told
}

/** A chain id without leading zeros, in lower case: wallets and apps write it in their own way. */
export function hexOf(chainId: string): `0x${string}` {
  return `0x${Number(chainId).toString(16)}`
}

const isSame = (left: string, right: string) => left.toLowerCase() === right.toLowerCase()

/** An object, or the JSON of one, as some wallets write properties. */
function recordOf(given: unknown): Readonly<Record<string, unknown>> {
  const parsed = ofChain.safeParse(typeof given === 'string' ? parseJson(given) : given)
  return parsed.data ?? {}
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
