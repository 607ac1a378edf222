import { parse } from '@latchkey/kernel/plugin'
import { rpcErrorFrom } from '@latchkey/kernel/chain'
import * as z from 'zod/mini'
import { hexOf, type SessionProperties, toldCapabilities } from './toldCapabilities.js'

export interface CapabilityReaderOptions {
  readonly properties: SessionProperties
  /** Addresses the session shares. */
  accounts(): readonly string[]
  /** Asks the wallet. @throws BaseError `METHOD_NOT_APPROVED` when the session doesn't allow it */
  ask(params: unknown): Promise<unknown>
}

const chainId = z.string().check(z.regex(/^0x[0-9a-f]{1,13}$/i))
const address = z.string().check(z.regex(/^0x[0-9a-f]{40}$/i))
const paramsSchema = z.union([
  z.tuple([address]),
  z.tuple([address, z.optional(z.array(chainId).check(z.maxLength(1000)))]),
])

/**
 * `wallet_getCapabilities` (EIP-5792): from what the wallet told with its session, else asked once for an account and
 * its chains, because what a wallet can do does not change while its session lasts. A failed ask is forgotten.
 *
 * @throws BaseError code 4100 for an address the session does not share; `METHOD_NOT_APPROVED`
 */
export function createCapabilityReader(
  options: CapabilityReaderOptions,
): (params: unknown) => Promise<unknown> {
  const asked = new Map<string, Promise<unknown>>()

  return async (given) => {
    const [account, chains] = parse(paramsSchema, given, 'What wallet_getCapabilities is asked for')
    const wanted = chains && [...new Set(chains.map(hexOf))].sort()
    if (!options.accounts().some((shared) => shared.toLowerCase() === account.toLowerCase())) {
      throw rpcErrorFrom({ code: 4100, message: 'The wallet does not share this account with the app.' })
    }
    const told = toldCapabilities(options.properties, account)
    const ids = wanted ?? Object.keys(told)
    if (ids.length > 0 && ids.every((id) => told[id])) {
      const shown = new Set(['0x0', ...ids])
      return Object.fromEntries(Object.entries(told).filter(([id]) => shown.has(id)))
    }
    const key = `${account.toLowerCase()} ${wanted?.join() ?? 'all'}`
    const answer = asked.get(key) ?? options.ask(wanted ? [account, wanted] : [account])
    asked.set(key, answer)
    answer.catch(() => asked.delete(key))
    return answer
  }
}
