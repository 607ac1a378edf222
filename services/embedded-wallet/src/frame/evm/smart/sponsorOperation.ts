import type { GasEstimate } from './bundlers.js'
import { askForData, askForStub, type Paymaster } from './askPaymaster.js'
import type { Operation } from './signOperation.js'

/** Who pays the fee: the account, the app's service, or the account because the service refused. */
export type Payer = 'account' | 'app' | 'accountAfterAll'

interface SponsorOptions {
  readonly service: Paymaster
  readonly draft: Operation
  readonly chainId: number
  readonly signal: AbortSignal
  /** Fills in the gas of an operation. */
  estimate(draft: Operation): Promise<GasEstimate>
}

/**
 * Adds the app's paymaster to the operation.
 *
 * @throws Error when the service doesn't pay, for whatever reason
 */
export async function sponsorOperation(options: SponsorOptions): Promise<Operation> {
  const { service, draft, chainId, signal, estimate } = options
  const { part, isFinal } = await askForStub(service, draft, chainId, signal)
  const promised = { ...draft, ...part }
  const gas = await estimate(promised)
  const priced = {
    ...promised,
    ...gas,
    paymasterVerificationGasLimit: larger(
      part.paymasterVerificationGasLimit,
      gas.paymasterVerificationGasLimit,
    ),
    paymasterPostOpGasLimit: larger(part.paymasterPostOpGasLimit, gas.paymasterPostOpGasLimit),
  }
  return isFinal ? priced : { ...priced, ...(await askForData(service, priced, chainId, signal)) }
}

const larger = (left = 0n, right = 0n) => (left > right ? left : right)
