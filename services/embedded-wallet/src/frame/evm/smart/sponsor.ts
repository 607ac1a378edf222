import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import { getAddress, type Hex, isAddressEqual } from 'viem'
import * as z from 'zod/mini'
import { readParams } from '../../readParams.js'
import { address, bytes } from '../shapes.js'
import { ask, gas, written } from './bundlers.js'
import { contracts } from './contracts.js'
import type { Operation } from './signOperation.js'

/** Who an app names to pay the fee (ERC-7677). */
export interface Sponsor {
  readonly url: string
  readonly context: Readonly<Record<string, unknown>>
  /** Whether the person pays where the sponsor doesn't. */
  readonly isOptional: boolean
}

const wish = z.object({
  url: z.string().check(z.maxLength(4096)),
  context: z.optional(z.record(z.string(), z.unknown())),
  optional: z.optional(z.boolean()),
})
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** @throws FrameError -32602 for an address that can't be used */
export function readSponsor(given: unknown): Sponsor | undefined {
  if (given === undefined) return undefined
  const { url, context = {}, optional = false } = readParams(wish, given)
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const isSafe =
    parsed?.protocol === 'https:' || (parsed?.protocol === 'http:' && loopback.test(parsed.hostname))
  if (isSafe && !parsed.username && !parsed.password) return { url, context, isOptional: optional }
  throw new FrameError('invalid_request', 'The service that pays the fee is named by no https address.', {
    rpcCode: -32602,
  })
}

export const hostOf = ({ url }: Pick<Sponsor, 'url'>): string => new URL(url).host

const stub = z.object({
  paymaster: address,
  paymasterData: bytes,
  paymasterVerificationGasLimit: z.optional(gas),
  paymasterPostOpGasLimit: z.optional(gas),
  isFinal: z.optional(z.boolean()),
})
const final = z.object({ paymaster: address, paymasterData: bytes })

type PaidFields = Pick<Operation, 'paymaster' | 'paymasterData'>
type StubFields = PaidFields &
  Pick<Operation, 'paymasterVerificationGasLimit' | 'paymasterPostOpGasLimit'> & { readonly isFinal: boolean }

interface Question {
  readonly operation: Operation
  readonly chainId: number
  readonly signal: AbortSignal
}

/** What the operation is estimated with. @throws Error when the sponsor doesn't pay */
export async function askForStub(sponsor: Sponsor, question: Question): Promise<StubFields> {
  const told = z.parse(stub, await askSponsor('pm_getPaymasterStubData', sponsor, question))
  const { paymaster, paymasterData, isFinal = false, ...limits } = told
  const { paymasterVerificationGasLimit = 0n, paymasterPostOpGasLimit = 0n } = limits
  return {
    paymaster: getAddress(paymaster),
    paymasterData: paymasterData as Hex,
    paymasterVerificationGasLimit,
    paymasterPostOpGasLimit,
    isFinal,
  }
}

/**
 * What the sponsor signs the finished operation with: of its answer these two members are taken, and nothing that would change
 * what is done or how much gas it may take.
 *
 * @throws Error when the sponsor doesn't pay, or names another paymaster than before
 */
export async function askForPayment(sponsor: Sponsor, question: Question): Promise<PaidFields> {
  const told = z.parse(final, await askSponsor('pm_getPaymasterData', sponsor, question))
  if (!isAddressEqual(getAddress(told.paymaster), question.operation.paymaster as Hex)) {
    throw new Error('It named another paymaster than before.')
  }
  return { paymaster: getAddress(told.paymaster), paymasterData: told.paymasterData as Hex }
}

function askSponsor(
  method: string,
  { url, context }: Sponsor,
  { operation, chainId, signal }: Question,
): Promise<unknown> {
  const { signature: _, ...unsigned } = written(operation)
  const params = [unsigned, contracts.entryPoint, `0x${chainId.toString(16)}`, context]
  return ask(url, method, params, signal)
}

/** @throws FrameError for the app, before anyone decides */
export function notPaid(sponsor: Sponsor, cause: unknown): FrameError {
  const reason = cause instanceof z.core.$ZodError ? 'Its answer can’t be read.' : (cause as Error).message
  return new FrameError(
    'rpc_error',
    `${hostOf(sponsor)} doesn’t pay the network fee: ${reason.slice(0, 200)} Nothing was sent.`,
    { rpcCode: -32000, cause },
  )
}
