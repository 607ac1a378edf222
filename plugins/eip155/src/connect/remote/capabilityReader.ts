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
const answerSchema = z.record(z.string(), z.object({ atomic: z.optional(z.object({ status: z.string() })) }))
const paramsSchema = z.union([
  z.tuple([address]),
  z.tuple([address, z.optional(z.array(chainId).check(z.maxLength(1000)))]),
])

/**
 * `wallet_getCapabilities` (EIP-5792): from what the wallet told with its session, else asked once for an account and
 * its chains. Asked again where the account is upgraded or can be, because that changes while the session lasts, and after a
 * failed ask.
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
    const forget = () => asked.delete(key)
    answer.then((found) => canChange(found) && forget(), forget)
    return answer
  }
}

/** An account without code is upgraded, and one that is upgraded can be changed back (EIP-7702). */
const canChange = (answer: unknown): boolean => {
  const told = z.safeParse(answerSchema, answer)
  return (
    !told.success ||
    Object.values(told.data).some(({ atomic }) => (atomic?.status ?? 'unsupported') !== 'unsupported')
  )
}
