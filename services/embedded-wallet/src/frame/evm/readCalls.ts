import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import { getAddress, type Hex } from 'viem'
import * as z from 'zod/mini'
import { invalidParams, readParams } from '../readParams.js'
import { addressOn, bytes, type EvmContext, quantity, requireOwn } from './shapes.js'
import type { Paymaster } from './smart/askPaymaster.js'

/** Per call, or for all of them: what is not known and not optional is refused. */
const capabilities = z.record(z.string(), z.unknown())
const shapeOn = (address: ReturnType<typeof addressOn>) =>
  z.object({
    version: z.string(),
    id: z.optional(z.string().check(z.minLength(1), z.maxLength(8194))),
    from: z.optional(address),
    chainId: quantity,
    atomicRequired: z.optional(z.boolean()),
    calls: z.array(
      z.object({
        to: z.optional(z.nullable(address)),
        data: z.optional(bytes),
        value: z.optional(quantity),
        capabilities: z.optional(capabilities),
      }),
    ),
    capabilities: z.optional(capabilities),
  })

export interface AskedCall {
  readonly to?: Hex
  readonly data?: Hex
  readonly value: bigint
}

export interface AskedCalls {
  /** The app's id, or nothing when the wallet is to choose one. */
  readonly id: string | undefined
  readonly calls: readonly AskedCall[]
  /** Whether the app wants all calls or none. */
  readonly isAtomicRequired: boolean
  /** The app's service that should pay the fee (ERC-7677). */
  readonly paymaster?: Paymaster
}

/** More are refused: somebody has to read them. */
const mostCalls = 10

const refuse = (rpcCode: number, message: string) => new FrameError('invalid_request', message, { rpcCode })

/** What the account supports for calls. */
interface CallsAbilities {
  /** All or nothing. Default false. */
  readonly isAtomic?: boolean
  /** Let others pay the fee. Default false. */
  readonly hasPaymasters?: boolean
}

/** The object of `wallet_sendCalls` (EIP-5792, 2.0.0). @throws FrameError -32602, 4100, 5700, 5710, 5740, 5760 */
export function readCalls(
  params: unknown,
  context: Pick<EvmContext, 'address' | 'chainId'>,
  { isAtomic = false, hasPaymasters = false }: CallsAbilities = {},
): AskedCalls {
  const [sent] = readParams(z.tuple([shapeOn(addressOn(context.chainId))], z.unknown()), params)
  const { version, from, chainId, calls, atomicRequired } = sent
  if (version !== '2.0.0') throw invalidParams('This wallet knows version 2.0.0 of wallet_sendCalls.')
  // Required since 2.0.0: whether all or nothing is meant is for the app to say.
  if (atomicRequired === undefined) throw invalidParams('params.0.atomicRequired: true or false is needed.')
  if (from !== undefined) requireOwn(from, context)
  if (chainId !== BigInt(context.chainId)) {
    throw refuse(
      5710,
      `The calls are for the chain ${chainId}, and the wallet is asked on ${context.chainId}.`,
    )
  }
  const { paymasterService, ...others } = sent.capabilities ?? {}
  const unknown = hasPaymasters ? others : sent.capabilities
  refuseCapabilities([unknown, ...calls.map((call) => call.capabilities)])
  if (calls.length === 0) throw invalidParams('params.0.calls: there is no call.')
  if (calls.length > mostCalls) {
    throw refuse(5740, `There are ${calls.length} calls. This wallet takes ${mostCalls} at once.`)
  }
  if (atomicRequired && !isAtomic && calls.length > 1) {
    throw refuse(
      5760,
      'This account sends one call after the other, so that a later one can fail alone. Ask with atomicRequired: false.',
    )
  }
  const isPaid = hasPaymasters && paymasterService !== undefined
  return {
    id: sent.id,
    isAtomicRequired: atomicRequired,
    ...(isPaid ? { paymaster: readPaymaster(paymasterService) } : {}),
    calls: calls.map(({ to, data, value = 0n }) => {
      const isData = data !== undefined && data !== '0x'
      if (!to && !isData) throw invalidParams('params.0.calls: a call has neither "to" nor "data".')
      return {
        ...(to ? { to: getAddress(to) } : {}),
        ...(isData ? { data: data as Hex } : {}),
        value,
      }
    }),
  }
}

const url = z.string().check(z.maxLength(4096), z.regex(/^https?:\/\/[^\s]+$/))
const service = z.object({ url, context: z.optional(z.unknown()) })

function readPaymaster(given: unknown): Paymaster {
  const asked = readParams(service, given)
  return { url: asked.url, context: asked.context }
}

function refuseCapabilities(asked: readonly (Record<string, unknown> | undefined)[]): void {
  for (const [name, wish] of asked.flatMap((given) => Object.entries(given ?? {}))) {
    if ((wish as { optional?: unknown } | null)?.optional === true) continue
    throw refuse(5700, `This account has no capability "${name.slice(0, 80)}".`)
  }
}
