import { submitOnce } from '@latchkey/kernel/chain'
import { capability, Send } from '@latchkey/kernel/contracts'
import { BaseError, lazy } from '@latchkey/kernel/plugin'
import { isSuiAddress } from './address.js'
import { coins } from './networks.js'
import type { Coin, Node, Question } from './node.js'
import { isSignedOver } from './signature.js'
import { suiWallet } from './wallet.js'

/** More coins than this can't pay one fee. */
const coinLimit = 250
/** The most that Sui lets one transaction cost, for the trial that says what it costs. */
const largestBudget = 50_000_000_000n

interface Payment {
  readonly from: string
  readonly to: string
  readonly amount: bigint
}

export const send = (node: Node) => {
  const builder = lazy('The Sui SDK', () => import('./lazy/buildPayment.js'))

  /** The price of work now, the most that a payment can cost, and what it likely costs. */
  async function quote(question: Question, payment: Payment) {
    const { buildPayment } = await builder()
    const price = await node.price(question)
    const { bytes } = await buildPayment({ ...payment, coins: [], price, budget: largestBudget })
    const { status, gasUsed } = await node.dryRun(question, bytes)
    if (status.status !== 'success') throw refusal('SIMULATION_FAILED', 'Sui would refuse this payment.')
    const { computationCost, storageCost, storageRebate } = gasUsed
    // The payment pays for objects that it stores, and gets back for those that go. Work may take a little more once it's done.
    const storage = storageCost > storageRebate ? storageCost - storageRebate : 0n
    return { price, budget: computationCost + storage + 1_000n * price, likely: computationCost + storage }
  }

  return capability(Send, suiWallet.key, {
    tokens: false,
    async prepare({ networkId, from, to, amount: asked, everything, provider, signal }) {
      const question = { networkId, signal }
      if (!isSuiAddress(to))
        throw refusal('ADDRESS_INVALID', 'This is no address of Sui. Check the recipient.')
      if (!everything && asked <= 0n) throw refusal('AMOUNT_INVALID', 'Enter an amount above zero.')
      const payment = { from: from.address, to, amount: everything ? 1n : asked }
      const { price, budget, likely } = await quote(question, payment)
      const held = await collectCoins(node, question, from.address, everything ? undefined : asked + budget)
      const amount = everything ? held.total - budget : asked
      if (amount <= 0n || amount + budget > held.total) throw notEnough()
      const { buildPayment } = await builder()
      const { bytes, json } = await buildPayment({ ...payment, amount, coins: held.coins, price, budget })
      const { submit, isHandedOver } = submitOnce(async (handingOver) => {
        const signed = await suiWallet.ask({
          method: 'signTransaction',
          handingOver,
          ask: () => provider.signTransaction(from.address, networkId, json),
          // A wallet that signs something else pays something else.
          isAnswer: isSignedOver(bytes),
        })
        return followed(node, networkId, await node.execute({ networkId }, bytes, signed.signature))
      })
      return {
        amount: coins(amount),
        fee: coins(budget),
        likelyFee: coins(likely),
        notices: [],
        submit: () => submit(),
        isHandedOver,
      }
    },
    async maximum({ networkId, from, to, signal }) {
      const question = { networkId, signal }
      const { budget } = await quote(question, { from: from.address, to, amount: 1n })
      const { total } = await collectCoins(node, question, from.address)
      return coins(total > budget ? total - budget : 0n)
    },
    follow: async ({ networkId, id }) => followed(node, networkId, id),
  })
}

const followed = (node: Node, networkId: Question['networkId'], id: string) => ({
  id,
  async wait(signal?: AbortSignal) {
    const { status } = await node.decision({ networkId, signal }, id)
    return { status: status === 'success' ? ('confirmed' as const) : ('failed' as const) }
  },
})

/** Collects coins until they're enough, and all that one payment can take where nothing is said. */
async function collectCoins(node: Node, question: Question, address: string, enough?: bigint) {
  const found: Coin[] = []
  const total = () => found.reduce((sum, { balance }) => sum + balance, 0n)
  let cursor: string | undefined
  while (found.length < coinLimit && (enough === undefined || total() < enough)) {
    const page = await node.coins(question, address, cursor)
    found.push(...page.data.slice(0, coinLimit - found.length))
    if (!page.hasNextPage || !page.nextCursor) break
    cursor = page.nextCursor
  }
  return { coins: found, total: total() }
}

const refusal = (code: string, sentence: string) => new BaseError(sentence, { code })

const notEnough = () =>
  refusal('INSUFFICIENT_FUNDS', 'There isn’t enough for the amount and the network fee. Send less.')
