import { type Address, erc20Abi, type Hex } from 'viem'
import { getBalance, getCode, getTransactionCount, readContract } from 'viem/actions'
import type { EvmClient } from '../../clients.js'
import type { AskedCall } from '../send/awaitReceipt.js'
import { readTransfer } from '../send/haveMoved.js'

/** Where an account stood at a block: what shows later whether it has done anything since. */
export interface AccountMark {
  readonly nonce: number
  /** The coin, and then each token that the calls transfer, in the order of the calls. */
  readonly held: readonly bigint[]
}

/** The tokens that calls transfer, each once. */
const tokensOf = (asked: readonly AskedCall[]): readonly Address[] => [
  ...new Set(asked.filter((call) => readTransfer(call).length > 0).map(({ to }) => to)),
]

/** @throws whatever the node answers, also for a block that it doesn't have yet */
export async function readMark(
  client: EvmClient,
  from: Address,
  asked: readonly AskedCall[],
  blockNumber: bigint,
): Promise<AccountMark> {
  const [nonce, ...held] = await Promise.all([
    getTransactionCount(client, { address: from, blockNumber }),
    getBalance(client, { address: from, blockNumber }),
    ...tokensOf(asked).map((address) =>
      readContract(client, { address, abi: erc20Abi, functionName: 'balanceOf', args: [from], blockNumber }),
    ),
  ])
  return { nonce, held }
}

/**
 * `untouched`: the account did none of the calls, and has nothing waiting. `touched`: it did something, of which nothing is known
 * here. `unproven`: the chain can't tell.
 */
export type MarkComparison = 'untouched' | 'touched' | 'unproven'

/** Holds an account against its mark. An account without code does nothing that doesn't use its nonce. */
export async function compareMark(
  client: EvmClient,
  from: Address,
  asked: readonly AskedCall[] | undefined,
  before: AccountMark,
  blockNumber: bigint,
): Promise<MarkComparison> {
  const [now, waiting, code] = await Promise.all([
    readMark(client, from, asked ?? [], blockNumber),
    getTransactionCount(client, { address: from, blockTag: 'pending' }),
    getCode(client, { address: from, blockNumber }),
  ])
  if (now.nonce !== before.nonce || waiting > before.nonce) return 'touched'
  if (isNoCode(code)) return 'untouched'
  // It acts in others' transactions, too: then only what it holds tells.
  if (!asked || now.held.length !== before.held.length) return 'unproven'
  if (now.held.some((amount, index) => amount < (before.held[index] as bigint))) return 'touched'
  const isSame = now.held.every((amount, index) => amount === before.held[index])
  return isSame && asked.every(leavesTrace) ? 'untouched' : 'unproven'
}

export const isNoCode = (code: Hex | undefined): boolean => code === undefined || code === '0x'

/** Whether the account holds less after the call than before it. */
const leavesTrace = (call: AskedCall): boolean =>
  call.value > 0n || readTransfer(call).some(({ amount }) => amount > 0n)
