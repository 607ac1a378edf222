import { getAddress, type Hex } from 'viem'
import * as z from 'zod/mini'
import { address, bytes } from '../shapes.js'
import { ask } from './bundlers.js'
import { contracts } from './contracts.js'
import type { Operation } from './signOperation.js'

/** The app's service that is to pay the fee (ERC-7677). */
export interface Paymaster {
  readonly url: string
  /** What the app has to say to its service. */
  readonly context: unknown
}

/** What pays, as it becomes a part of the operation. Whatever else the service answers is left out. */
export type PaymasterPart = Required<
  Pick<Operation, 'paymaster' | 'paymasterData' | 'paymasterVerificationGasLimit' | 'paymasterPostOpGasLimit'>
>

/** No paymaster needs more than a million: the rest would be a part of the limit that isn't for the calls. */
const gas = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]{1,5}$/)),
  z.transform((text: string) => BigInt(text)),
)
const longestData = 20_000
const data = bytes.check(z.maxLength(longestData))
const stub = z.object({
  paymaster: address,
  paymasterData: data,
  paymasterVerificationGasLimit: z.optional(gas),
  paymasterPostOpGasLimit: z.optional(gas),
  isFinal: z.optional(z.boolean()),
})
const final = z.object({ paymaster: address, paymasterData: data })

/**
 * Asks before the gas is estimated. `isFinal`: nothing more has to be asked.
 *
 * @throws Error when the service refuses, or answers in another form
 */
export async function askForStub(
  service: Paymaster,
  operation: Operation,
  chainId: number,
  signal: AbortSignal,
): Promise<{ readonly part: PaymasterPart; readonly isFinal: boolean }> {
  const told = z.parse(stub, await askService('pm_getPaymasterStubData', service, operation, chainId, signal))
  return {
    part: {
      paymaster: getAddress(told.paymaster),
      paymasterData: told.paymasterData as Hex,
      paymasterVerificationGasLimit: told.paymasterVerificationGasLimit ?? 0n,
      paymasterPostOpGasLimit: told.paymasterPostOpGasLimit ?? 0n,
    },
    isFinal: told.isFinal === true,
  }
}

/** Asks once everything else of the operation is known. @throws Error when another paymaster than before is to pay */
export async function askForData(
  service: Paymaster,
  operation: Operation,
  chainId: number,
  signal: AbortSignal,
): Promise<Pick<PaymasterPart, 'paymasterData'>> {
  const told = z.parse(final, await askService('pm_getPaymasterData', service, operation, chainId, signal))
  if (getAddress(told.paymaster) !== operation.paymaster)
    throw new Error('Another paymaster than it said before.')
  return { paymasterData: told.paymasterData as Hex }
}

function askService(
  method: string,
  { url, context }: Paymaster,
  { signature: _, ...operation }: Operation,
  chainId: number,
  signal: AbortSignal,
): Promise<unknown> {
  // A signature is never shown to a service: with it, what was only asked about could be carried out.
  return ask(
    url,
    method,
    [{ ...operation, signature: '0x' }, contracts.entryPoint, `0x${chainId.toString(16)}`, context ?? {}],
    signal,
  )
}
