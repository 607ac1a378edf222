import { isSameAddress } from '@latchkey/plugin-eip155'
import type { Address, Hex } from 'viem'
import { coinItself, fourthActions, fourthInputs, fourthLimit } from './fourthActions.js'
import { readInput, readParameters } from './universalCommands.js'

/** A swap over pools of the fourth version, which the caller pays for and gets. The coin is `coinItself`. */
export interface FourthSwap {
  readonly first: Address
  readonly last: Address
  readonly amount: bigint
  readonly minimum: bigint
}

/**
 * The three actions of a swap, where they are of the same amount, minimum and currencies, and no pool has a hook.
 *
 * @throws Error for anything else
 */
export function readFourth(input: Hex): FourthSwap {
  const [actions, parameters] = readInput('fourth', input)
  if (actions !== fourthActions || parameters.length !== 3) throw new Error('The actions aren’t known.')
  const [swapInput, settleInput, takeInput] = parameters as readonly [Hex, Hex, Hex]
  const [swap] = readParameters(fourthInputs.swap, swapInput)
  const [paid, paidAmount, isPaidByAccount] = readParameters(fourthInputs.settle, settleInput)
  const [last, minimum] = readParameters(fourthInputs.take, takeInput)
  const { currencyIn: first, path, amountIn: amount } = swap
  const end = path.at(-1)
  const isPlain = path.every(({ hooks, hookData }) => isSameAddress(hooks, coinItself) && hookData === '0x')
  if (!end || !isPlain || !isSameAddress(end.currency, last)) throw new Error('The pools aren’t known.')
  // No amount, and 2^255, are names for others.
  const isAmount = amount > 0n && amount < fourthLimit && amount === paidAmount
  if (!isAmount || !isPaidByAccount || !isSameAddress(paid, first)) throw new Error('It pays something else.')
  if (minimum !== swap.amountOutMinimum || isSameAddress(first, last))
    throw new Error('It takes something else.')
  return { first, last, amount, minimum }
}
