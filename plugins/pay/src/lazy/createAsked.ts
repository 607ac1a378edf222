import { type Multiplier, shownAmount } from '@latchkey/kernel/chain'
import { Balance } from '@latchkey/kernel/contracts'
import type { NetworkId } from '@latchkey/kernel/plugin'
import type { ReadBill } from '../bill/readBill.js'
import type { PayerTools } from './PayerTools.js'

/**
 * Shows what a bill asks for as people read it: a bill states what the chain moves, which some tokens multiply. While the chain
 * can't say how, the amount stays as stated, and nothing can be paid: its preparation asks the chain, too.
 *
 * @param isShown Whether the bill is on screen still.
 */
export function createAsked({ state, wallets, log }: PayerTools, isShown: (read: ReadBill) => boolean) {
  const known = new WeakMap<ReadBill, Multiplier>()

  function show(read: ReadBill): void {
    const { units: value, bill } = read
    const amount = { value, decimals: bill.decimals, symbol: bill.symbol }
    state.amount = shownAmount(amount, known.get(read))
  }

  async function readMultiplier(read: ReadBill, token: string): Promise<void> {
    const networkId = read.networkId as NetworkId
    const balance = wallets.chain(networkId, Balance)
    const [multiplier] = (await balance?.multipliers?.({ networkId, tokens: [token] })) ?? []
    if (multiplier) known.set(read, multiplier)
    else known.delete(read)
    if (isShown(read)) show(read)
  }

  return (read: ReadBill): void => {
    show(read)
    if (read.token === undefined) return
    readMultiplier(read, read.token).catch((cause: unknown) => {
      log.warn('How the amount of a bill is shown could not be read.', cause)
    })
  }
}
