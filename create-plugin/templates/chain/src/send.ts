import { submitOnce } from '@latchkey/kernel/chain'
import { capability, Send } from '@latchkey/kernel/contracts'
import { BaseError } from '@latchkey/kernel/plugin'
import { isAddress } from './address.js'
import { coins } from './networks.js'
import type { Node } from './node.js'
import { wallet } from './wallet.js'

const isTransactionId = (answer: unknown): answer is string =>
  typeof answer === 'string' && /^[0-9a-f]{64}$/.test(answer)

export const send = (node: Node) =>
  capability(Send, wallet.key, {
    tokens: false,
    async prepare({ networkId, from, to, amount: asked, everything, provider, signal }) {
      if (!isAddress(to))
        throw refusal('ADDRESS_INVALID', 'This is no address of __label__. Check the recipient.')
      const { balance, fee } = await node.account({ networkId, signal }, from.address)
      const amount = everything ? balance - fee : asked
      if (amount <= 0n) throw refusal('AMOUNT_INVALID', 'Enter an amount above zero.')
      if (amount + fee > balance) {
        throw refusal(
          'INSUFFICIENT_FUNDS',
          'There isn’t enough for the amount and the network fee. Send less.',
        )
      }
      const { submit, isHandedOver } = submitOnce(async (handingOver) => {
        const payment = { networkId, from: from.address, to, amount: `${amount}` }
        const id = await wallet.ask({
          method: 'send',
          handingOver,
          ask: () => provider.send(payment),
          isAnswer: isTransactionId,
        })
        return {
          id,
          async wait(until?: AbortSignal) {
            const made = await node.decision({ networkId, signal: until }, id)
            // A wallet may send something else than it was asked for.
            if (made.to !== to || made.amount !== amount)
              return { status: 'failed', outcome: 'different' } as const
            return { status: made.status }
          },
        }
      })
      return { amount: coins(amount), fee: coins(fee), notices: [], submit: () => submit(), isHandedOver }
    },
    async maximum({ networkId, from, signal }) {
      const { balance, fee } = await node.account({ networkId, signal }, from.address)
      return coins(balance > fee ? balance - fee : 0n)
    },
    follow: async ({ networkId, id }) => ({
      id,
      wait: async (signal) => ({ status: (await node.decision({ networkId, signal }, id)).status }),
    }),
  })

const refusal = (code: string, sentence: string) => new BaseError(sentence, { code })
