import type { SendCapability, SendRequest, SubmittedTransaction } from '../../contracts/capabilities/send.js'
import { submitOnce } from '../../chain/submitOnce.js'
import { BaseError } from '../../errors/base.js'
import { invalidAnswer, rpcErrorFrom } from '../../errors/rpc.js'
import { coins } from './exampleCoin.js'
import type { ExampleChain } from './createExampleChain.js'
import type { ExampleProvider } from './createExampleWallet.js'
import { isExampleAddress } from './exampleAddress.js'

/** Sends the example's coin as it should be done. */
export function exampleSend(chain: ExampleChain): SendCapability {
  const most = ({ from, signal }: Pick<SendRequest, 'from' | 'signal'>) =>
    chain.read(({ balances }) => (balances.get(from.address) ?? 0n) - chain.fee, signal)
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
    reserve: async () => coins(chain.fee),
    follow: async ({ id }) => submittedOf(chain, id),
  }
}

/** Asks the wallet for one transaction. `handingOver` is called right before. */
export async function askToSend(
  chain: ExampleChain,
  provider: unknown,
  transaction: { readonly from: string; readonly to: string; readonly amount: bigint },
  handingOver: () => void,
): Promise<SubmittedTransaction> {
  try {
    handingOver()
    const id = await (provider as ExampleProvider).request('send', transaction)
    if (typeof id !== 'string' || id === '') throw invalidAnswer('The wallet', 'send', typeof id)
    return submittedOf(chain, id)
  } catch (error) {
    throw rpcErrorFrom(error, { method: 'send' })
  }
}

export const submittedOf = (chain: ExampleChain, id: string): SubmittedTransaction => ({
  id,
  wait: async (signal) => ({ status: await chain.decided(id, signal) }),
})
