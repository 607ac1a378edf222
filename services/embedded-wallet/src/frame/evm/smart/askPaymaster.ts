import { getAddress, type Hex } from 'viem'
import * as z from 'zod/mini'
import { addressOn, bytes } from '../shapes.js'
import { ask, paymasterGas } from './bundlers.js'
import { contracts } from './contracts.js'
import type { Operation } from './signOperation.js'

/** The app's service that should pay the fee (ERC-7677). */
export interface Paymaster {
  readonly url: string
  /** Data from the app to its service. */
  readonly context: unknown
}

/** The paymaster's part of the operation. Everything else in the service's answer is dropped. */
export type PaymasterPart = Required<
  Pick<Operation, 'paymaster' | 'paymasterData' | 'paymasterVerificationGasLimit' | 'paymasterPostOpGasLimit'>
>

const longestData = 20_000
const data = bytes.check(z.maxLength(longestData))
/** To the EntryPoint, the zero address is no paymaster: the account would pay, though the person reads that the app does. */
const payerOn = (chainId: number) => addressOn(chainId).check(z.refine((text) => !/^0x0+$/.test(text)))
const stubOn = (chainId: number) =>
  z.object({
    paymaster: payerOn(chainId),
    paymasterData: data,
    paymasterVerificationGasLimit: z.optional(paymasterGas),
    paymasterPostOpGasLimit: z.optional(paymasterGas),
    isFinal: z.optional(z.boolean()),
  })
const finalOn = (chainId: number) => z.object({ paymaster: payerOn(chainId), paymasterData: data })

/**
 * Asks before the gas is estimated. `isFinal` means that no second request is needed.
 *
 * @throws Error when the service refuses, or answers in another form
 */
export async function askForStub(
  service: Paymaster,
  operation: Operation,
  chainId: number,
  signal: AbortSignal,
): Promise<{ readonly part: PaymasterPart; readonly isFinal: boolean }> {
  const told = z.parse(
    stubOn(chainId),
    await askService('pm_getPaymasterStubData', service, operation, chainId, signal),
  )
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

/** Asks once the rest of the operation is known. @throws Error when the service names another paymaster than before */
export async function askForData(
  service: Paymaster,
  operation: Operation,
  chainId: number,
  signal: AbortSignal,
): Promise<Pick<PaymasterPart, 'paymasterData'>> {
  const told = z.parse(
    finalOn(chainId),
    await askService('pm_getPaymasterData', service, operation, chainId, signal),
  )
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
  // Never send a signature to a service: with it, the service could carry out an operation it was only asked about.
  return ask(
    url,
    method,
    [{ ...operation, signature: '0x' }, contracts.entryPoint, `0x${chainId.toString(16)}`, context ?? {}],
    signal,
  )
}
