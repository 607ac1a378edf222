import type {
  SendCapability,
  SendDecision,
  SendRequest,
  SubmittedTransaction,
} from '../../contracts/capabilities/send.js'
import { submitOnce } from '../../chain/submitOnce.js'
import { BaseError } from '../../errors/base.js'
import { invalidAnswer, rpcErrorFrom } from '../../errors/rpc.js'
import { coins } from './exampleCoin.js'
import type { ExampleChain, ExampleDecision } from './createExampleChain.js'
import type { ExampleProvider } from './createExampleWallet.js'
import { isExampleAddress } from './exampleAddress.js'
import { type ExamplePayment, signedPayment } from './examplePayment.js'

/** Sends the example's coin as it should be done. */
export function exampleSend(chain: ExampleChain): SendCapability {
  const most = ({ from, signal }: Pick<SendRequest, 'from' | 'signal'>) =>
    chain.read(({ balances }) => (balances.get(from.address) ?? 0n) - chain.fee - chain.deposit, signal)
  return {
    tokens: false,
    async prepare(request) {
      const { to, amount: asked, everything } = request
      const available = await most(request)
      const amount = everything ? available : asked
      if (!isExampleAddress(to)) throw new BaseError('That is no address.', { code: 'ADDRESS_INVALID' })
      if (amount <= 0n || amount > available) {
        throw new BaseError('The account can’t send that much.', { code: 'INSUFFICIENT_FUNDS' })
      }
      const { submit, isHandedOver } = submitOnce((handingOver) =>
        askToSend(chain, request.provider, { from: request.from.address, to, amount }, handingOver),
      )
      return {
        ...(everything && { amount: coins(amount) }),
        fee: coins(chain.fee),
        notices: [],
        submit: () => submit(),
        isHandedOver,
      }
    },
    maximum: async (request) => coins(await most(request)),
    reserve: async () => coins(chain.fee + chain.deposit),
    follow: async ({ id }) => submittedOf(chain, id),
  }
}

/** Has the wallet sign one payment, and hands it to the node. `handingOver` is called right before the wallet is asked. */
export async function askToSend(
  chain: ExampleChain,
  provider: unknown,
  payment: ExamplePayment,
  handingOver: () => void,
): Promise<SubmittedTransaction> {
  try {
    handingOver()
    const signed = await (provider as ExampleProvider).request('signPayment', payment)
    // A wallet may change what it signs. Only what the person was shown is handed in.
    if (signed !== signedPayment(payment)) throw invalidAnswer('The wallet', 'signPayment', typeof signed)
    return submittedOf(chain, await chain.submit(signed as string))
  } catch (error) {
    throw rpcErrorFrom(error, { method: 'signPayment' })
  }
}

export const submittedOf = (chain: ExampleChain, id: string): SubmittedTransaction => ({
  id,
  wait: async (signal) => decisionOf(await chain.decided(id, signal)),
})

/** Tells a decision of the chain in the words of the contract. */
export const decisionOf = (decision: ExampleDecision): SendDecision =>
  decision === 'expired'
    ? { status: 'failed', code: 'TRANSACTION_EXPIRED', reason: 'The chain took it in no block in time.' }
    : { status: decision }
