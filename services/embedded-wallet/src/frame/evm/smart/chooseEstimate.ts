import { encodeFunctionData, hexToBytes } from 'viem'
import { entryPoint07Abi, toPackedUserOperation } from 'viem/account-abstraction'
import type { Client } from '../node.js'
import type { Trial } from '../tryCalls.js'
import { BundlersError, estimateGas, type GasEstimate } from './bundlers.js'
import { hasEnoughGas } from './hasEnoughGas.js'
import type { Operation } from './signOperation.js'

interface EstimateOptions {
  readonly client: Client
  readonly bundlers: readonly string[]
  readonly chainId: number
  /** What the calls did when the node tried them. */
  readonly trial: Trial | undefined
  readonly signal: AbortSignal
}

/**
 * Chooses the gas of an operation from the estimates of bundlers, asked in the host's order. A bundler earns by naming too much, and by
 * naming too little it keeps an account from being used. So an estimate with which the node can't carry the operation out is left out,
 * and after one that is outside the usual range, the next bundler is asked too. The first that names at most three times what the
 * cheapest does is taken: on a network that also charges for data every estimate is outside that range, and a
 * liar who names the least would win otherwise.
 *
 * @throws BundlersError when none names enough
 */
export async function chooseEstimate(draft: Operation, options: EstimateOptions): Promise<GasEstimate> {
  const { client, bundlers, chainId, trial, signal } = options
  const [reasons, found]: [string[], GasEstimate[]] = [[], []]
  const needs: Needs = { calls: neededForCalls(trial), own: neededToSend(draft) }
  for (const url of bundlers) {
    try {
      const gas = withMargin(await estimateGas(url, draft, signal), needs.calls)
      if ((await hasEnoughGas(client, { ...draft, ...gas }, chainId)) === false) throw new Error(tooLittle)
      found.push(gas)
      if (isUsual(gas, needs, trial)) break
    } catch (error) {
      reasons.push(error instanceof Error ? error.message.slice(0, 300) : 'The bundler didn’t answer.')
    }
  }
  const best = found.find((one) => found.every((other) => rank(one, needs) <= rank(other, needs) * 3n))
  if (!best) throw new BundlersError(reasons)
  return best
}

const tooLittle = 'The bundler asks for less gas than it needs.'

interface Needs {
  /** What the calls take, as the node's trial says. Nothing is known without one. */
  readonly calls: bigint
  /** What a bundler's transaction costs before the EntryPoint runs. */
  readonly own: bigint
}

/** With too little gas, the calls would fail and the bundler still earn the fee. The simulation says what they need. */
const neededForCalls = (trial: Trial | undefined): bigint =>
  ((trial?.gasUsed.at(-1) ?? 0n) * 5n) / 4n + 20_000n

function neededToSend(draft: Operation): bigint {
  const data = encodeFunctionData({
    abi: entryPoint07Abi,
    functionName: 'handleOps',
    args: [[toPackedUserOperation(draft)], draft.sender],
  })
  return hexToBytes(data).reduce((sum, byte) => sum + (byte === 0 ? 4n : 16n), 21_000n)
}

function withMargin(estimate: GasEstimate, needed: bigint): GasEstimate {
  const { callGasLimit, verificationGasLimit } = estimate
  return {
    ...estimate,
    callGasLimit: callGasLimit > needed ? callGasLimit : needed,
    verificationGasLimit: (verificationGasLimit * 6n) / 5n,
  }
}

/** Several times what checking a signature and setting up an account take. */
const usualCheck = 1_000_000n

const isUsual = (gas: GasEstimate, needs: Needs, trial: Trial | undefined): boolean =>
  gas.preVerificationGas >= needs.own &&
  gas.preVerificationGas <= needs.own * 3n + 50_000n &&
  gas.verificationGasLimit <= usualCheck &&
  (!trial || gas.callGasLimit <= needs.calls * 2n + 100_000n)

/** Who names less for the own work than it costs isn't likely to do it. */
const unlikely = 1_000_000_000_000n

const rank = (gas: GasEstimate, needs: Needs): bigint =>
  gas.preVerificationGas +
  gas.verificationGasLimit +
  gas.callGasLimit +
  (gas.preVerificationGas < needs.own ? unlikely : 0n)
