import { submitSteps, toSubmittedCalls } from '@latchkey/kernel/chain'
import { BaseError, type LogService } from '@latchkey/kernel/plugin'
import type { PreparedCalls, SubmittedTransaction } from '@latchkey/kernel/contracts'
import type { SolanaNetwork } from '../../networks.js'
import { notTaken } from '../confirmTransaction.js'
import { nativeAmount } from '../readBalance.js'
import type { Chain, ChainAccount } from '../send/chain.js'
import { checkRemainder } from '../send/checkRemainder.js'
import { noticesOf } from './noticesOf.js'
import { type Prediction, predictCalls } from './predictCalls.js'

export interface FinishOptions {
  readonly chain: Chain
  readonly network: SolanaNetwork
  readonly log: LogService
  /** Who makes the calls. */
  readonly address: string
  /** Every account that is written to, the one that makes the calls first. */
  readonly watched: readonly string[]
  readonly before: readonly (ChainAccount | undefined)[]
  /** As the trial run left them. */
  readonly after: readonly (ChainAccount | undefined)[]
  /** Lamports that the network will charge. */
  readonly fee: bigint
  /** Lamports that the trial run charged. */
  readonly charged: bigint
  /** Opens the wallet and sends. */
  ask(handingOver: () => void): Promise<SubmittedTransaction>
}

/**
 * What a trial run says of calls, and how they are asked for.
 *
 * @throws BaseError `ACCOUNT_TAKEN_OVER`, `INSUFFICIENT_FUNDS`, `REMAINDER_BELOW_RENT_MINIMUM`
 */
export async function finishCalls(options: FinishOptions): Promise<PreparedCalls> {
  const { chain, network, address, before, fee, ask, log } = options
  const prediction = await predict(options)
  if (prediction?.isTakenOver) throw takenOver()
  const empties = await checkRemainder(chain.rentMinimum, before[0], fee - (prediction?.lamports ?? 0n))
  return {
    fee: nativeAmount(network, fee),
    ...(prediction ? shownChanges(network, address, prediction) : {}),
    notices: noticesOf(prediction, empties),
    atomic: true,
    steps: 1,
    ...submitSteps([ask], ([sent]) => toCalls(sent as SubmittedTransaction), log),
  }
}

export const toCalls = (submitted: SubmittedTransaction) =>
  toSubmittedCalls(submitted, (decision) => decision !== notTaken)

/** @returns undefined when the node doesn't tell what the trial run did. */
async function predict({
  chain,
  address: from,
  watched,
  before,
  after,
  charged,
}: FinishOptions): Promise<Prediction | undefined> {
  if (after.length !== watched.length) return undefined
  const accounts = watched.map((address, index) => ({
    address,
    before: before[index],
    after: after[index],
  }))
  return predictCalls(chain, from, accounts, charged)
}

function shownChanges(
  network: SolanaNetwork,
  address: string,
  { lamports, changes, allowances }: Prediction,
): Pick<PreparedCalls, 'changes' | 'allowances'> {
  const coin = lamports === 0n ? [] : [{ address, amount: nativeAmount(network, lamports) }]
  return { changes: [...coin, ...changes], allowances }
}

/** Nothing of an account that a program owns can be sent by its key. */
function takenOver(): BaseError {
  return new BaseError('This would hand your whole account to a program. Nothing was sent.', {
    code: 'ACCOUNT_TAKEN_OVER',
    metaMessages: ['Expected the account to stay with the system program.'],
  })
}
