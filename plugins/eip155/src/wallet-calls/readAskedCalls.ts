import * as z from 'zod/mini'
import { isAddress, toChecksumAddress } from '../address.js'
import { providerRpcError } from './providerRpcError.js'

const Address = z.string().check(z.regex(/^0x[0-9a-f]{40}$/i))
const Bytes = z.string().check(z.regex(/^0x(?:[0-9a-f]{2})*$/i))
const Quantity = z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i))
const Capabilities = z.optional(z.record(z.string(), z.unknown()))
const Asked = z.tuple([
  z.object({
    version: z.literal('2.0.0'),
    id: z.optional(z.string().check(z.minLength(1), z.maxLength(8_194))),
    from: z.optional(Address),
    chainId: z.string().check(z.regex(/^0x[0-9a-f]{1,13}$/i)),
    atomicRequired: z.boolean(),
    calls: z
      .array(
        z.object({
          to: z.optional(Address),
          data: z.optional(Bytes),
          value: z.optional(Quantity),
          capabilities: Capabilities,
        }),
      )
      .check(z.minLength(1)),
    capabilities: Capabilities,
  }),
])

type Hex = `0x${string}`
type Parsed = z.infer<typeof Asked>[0]
export interface AskedCalls extends Omit<Parsed, 'from' | 'calls'> {
  /** With the checksum of EIP-55, as are the receivers: not every wallet knows the one that a network has of its own. */
  readonly from?: Hex
  readonly calls: readonly (Omit<Parsed['calls'][number], 'to'> & { readonly to?: Hex })[]
}

/** Both addresses are right on the network (EIP-55, EIP-1191), or nothing is answered. */
function spell({ from, calls, ...others }: Parsed): AskedCalls | undefined {
  const networkId = `eip155:${BigInt(others.chainId)}` as const
  const given = [from, ...calls.map(({ to }) => to)]
  if (given.some((one) => one !== undefined && !isAddress(one, networkId))) return undefined
  const [own, ...receivers] = given.map(toChecksumAddress)
  return {
    ...others,
    ...(own === undefined ? {} : { from: own }),
    calls: calls.map(({ to: _to, ...call }, index) => {
      const to = receivers[index]
      return to === undefined ? call : { ...call, to }
    }),
  }
}

/** More calls than this are refused, because the wallet opens once for each. */
const mostCalls = 10

/**
 * Reads calls that a wallet without `wallet_sendCalls` can carry out.
 *
 * @throws ProviderRpcError -32602, 5700, 5740, 5760 (EIP-5792)
 */
export function readAskedCalls(params: unknown): AskedCalls {
  const { data } = z.safeParse(Asked, params)
  const asked = data && spell(data[0])
  if (!asked)
    throw providerRpcError(-32_602, 'The calls aren’t in the form of wallet_sendCalls, version 2.0.0.')
  const wishes = [asked.capabilities, ...asked.calls.map(({ capabilities }) => capabilities)]
  for (const [name, wish] of wishes.flatMap((given) => Object.entries(given ?? {}))) {
    if ((wish as { readonly optional?: unknown } | null)?.optional === true) continue
    throw providerRpcError(5700, `The wallet has no capability "${name.slice(0, 80)}".`)
  }
  if (asked.calls.length > mostCalls) {
    throw providerRpcError(
      5740,
      `The wallet would open ${asked.calls.length} times. Ask for ${mostCalls} calls at most.`,
    )
  }
  if (asked.atomicRequired && asked.calls.length > 1) {
    throw providerRpcError(
      5760,
      'The wallet sends one call after the other, so a later one can fail alone. Ask with atomicRequired: false.',
    )
  }
  return asked
}
