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
  const { bundlers, trial, signal } = options
  const [reasons, found]: [string[], Found[]] = [[], []]
  const needs: Needs = { calls: neededForCalls(trial), own: neededToSend(draft) }
  for (const url of bundlers) {
    try {
      const named = withMargin(await estimateGas(url, draft, signal), needs.calls)
      const gas = await leastGas(draft, named, needs, options)
      found.push({ gas, rank: rank(named, needs) })
      if (isUsual(named, needs, trial)) break
    } catch (error) {
      reasons.push(error instanceof Error ? error.message.slice(0, 300) : 'The bundler didn’t answer.')
    }
  }
  const best = found.find((one) => found.every((other) => one.rank <= other.rank * 3n))
  if (!best) throw new BundlersError(reasons)
  return best.gas
}

interface Found {
  readonly gas: GasEstimate
  /** By what the bundler named, whatever of it is taken. */
  readonly rank: bigint
}

const tooLittle = 'The bundler asks for less gas than it needs.'
const tooMuch = 'The bundler asks for more gas than a block has.'

/**
 * Takes the gas that a bundler names, but no more than usual where the node can carry the operation out with that: the account pays a tenth of what
 * its calls leave unused (EntryPoint 0.7), and has to hold all of it.
 *
 * @throws Error when it names too little, or more than a block has
 */
async function leastGas(
  draft: Operation,
  named: GasEstimate,
  needs: Needs,
  { client, chainId, trial }: EstimateOptions,
): Promise<GasEstimate> {
  const isEnough = (gas: GasEstimate) => hasEnoughGas(client, { ...draft, ...gas }, chainId)
  const most = usualMost(needs, trial)
  const capped = {
    ...named,
    callGasLimit: smaller(named.callGasLimit, most.calls),
    verificationGasLimit: smaller(named.verificationGasLimit, most.check),
  }
  if (sumOf(capped) < sumOf(named)) {
    if (await isEnough(capped)) return capped
    if (sumOf(named) > (await client.getBlock()).gasLimit) throw new Error(tooMuch)
  }
  if ((await isEnough(named)) === false) throw new Error(tooLittle)
  return named
}

const sumOf = ({ callGasLimit, verificationGasLimit }: GasEstimate) => callGasLimit + verificationGasLimit
const smaller = (left: bigint, right: bigint) => (left < right ? left : right)

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

/** Without a trial nothing is known of the calls but that they fit into a block. */
const usualMost = (needs: Needs, trial: Trial | undefined) => ({
  check: usualCheck,
  calls: trial ? needs.calls * 2n + 100_000n : 2n ** 32n,
})

const isUsual = (gas: GasEstimate, needs: Needs, trial: Trial | undefined): boolean =>
  gas.preVerificationGas >= needs.own &&
  gas.preVerificationGas <= needs.own * 3n + 50_000n &&
  gas.verificationGasLimit <= usualMost(needs, trial).check &&
  gas.callGasLimit <= usualMost(needs, trial).calls

/** Who names less for the own work than it costs isn't likely to do it. */
const unlikely = 1_000_000_000_000n

const rank = (gas: GasEstimate, needs: Needs): bigint =>
  gas.preVerificationGas +
  gas.verificationGasLimit +
  gas.callGasLimit +
  (gas.preVerificationGas < needs.own ? unlikely : 0n)
