import { type Hex, numberToHex } from 'viem'
import { formatUserOperationRequest } from 'viem/account-abstraction'
import * as z from 'zod/mini'
import { readBoundedJson } from '../../readBoundedJson.js'
import { contracts } from './contracts.js'
import type { Operation } from './signOperation.js'

/** How long to wait for a bundler's answer, because the next one may be quicker. */
const answerLimit = 10_000
/** Of a bundler or paymaster, in bytes: several times what the longest operation has. */
const longestAnswer = 256 * 1024

const answer = z.object({
  result: z.optional(z.unknown()),
  /** Some answer with null where there is none. */
  error: z.nullish(z.object({ code: z.number(), message: z.string() })),
})
const gasWithin = (form: RegExp) =>
  z.pipe(
    z.string().check(z.regex(form)),
    z.transform((text: string) => BigInt(text)),
  )
/** No sensible gas limit has more digits. */
const gas = gasWithin(/^0x[0-9a-fA-F]{1,8}$/)
/** No paymaster needs more than a million: the rest would be a part of the limit that isn't for the calls. */
export const paymasterGas = gasWithin(/^0x[0-9a-fA-F]{1,5}$/)
const estimate = z.object({
  preVerificationGas: gas,
  verificationGasLimit: gas,
  callGasLimit: gas,
  paymasterVerificationGasLimit: z.optional(z.nullable(paymasterGas)),
  paymasterPostOpGasLimit: z.optional(z.nullable(paymasterGas)),
})
const hash = z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/))

export interface GasEstimate {
  readonly preVerificationGas: bigint
  readonly verificationGasLimit: bigint
  readonly callGasLimit: bigint
  readonly paymasterVerificationGasLimit?: bigint
  readonly paymasterPostOpGasLimit?: bigint
}

/** The other side answered with a JSON-RPC error. */
export class AnsweredError extends Error {
  override readonly name = 'AnsweredError'
}

/** Why each of the bundlers failed, in their order. */
export class BundlersError extends Error {
  override readonly name = 'BundlersError'
  constructor(readonly reasons: readonly string[]) {
    super(reasons.at(-1) ?? 'There is no bundler for this network.')
  }
}

/** Asks a bundler for its gas estimate (ERC-7769). @throws Error when it doesn’t answer, or its numbers make no sense */
export async function estimateGas(
  url: string,
  operation: Operation,
  signal: AbortSignal,
): Promise<GasEstimate> {
  const asked = [written(operation), contracts.entryPoint]
  const found = z.parse(estimate, await ask(url, 'eth_estimateUserOperationGas', asked, signal))
  const { paymasterVerificationGasLimit, paymasterPostOpGasLimit, ...own } = found
  return {
    ...own,
    ...(paymasterVerificationGasLimit ? { paymasterVerificationGasLimit } : {}),
    ...(paymasterPostOpGasLimit ? { paymasterPostOpGasLimit } : {}),
  }
}

/** Hands the operation to one bundler. @throws Error when it refuses, or answers another hash than the operation has */
export async function handToBundler(
  url: string,
  operation: Operation,
  expected: Hex,
  signal: AbortSignal,
): Promise<void> {
  const told = z.parse(
    hash,
    await ask(url, 'eth_sendUserOperation', [written(operation), contracts.entryPoint], signal),
  )
  if (told.toLowerCase() !== expected) throw new Error('It answered with another operation.')
}

const written = (operation: Operation) => {
  const { authorization: _, ...request } = formatUserOperationRequest(operation as never) as Record<
    string,
    unknown
  >
  return request
}

/** JSON-RPC 2.0. @throws Error in the other side's words */
export async function ask(
  url: string,
  method: string,
  params: readonly unknown[],
  signal: AbortSignal,
): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }, (_, value) =>
      typeof value === 'bigint' ? numberToHex(value) : value,
    ),
    signal: AbortSignal.any([signal, AbortSignal.timeout(answerLimit)]),
  })
  const { error, result } = z.parse(answer, await readBoundedJson(response, longestAnswer))
  if (error) throw new AnsweredError(error.message)
  return result
}
