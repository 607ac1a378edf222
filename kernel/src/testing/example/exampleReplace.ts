import type {
  PendingRequest,
  ReplaceCapability,
  ReplaceDecision,
  SubmittedReplacement,
} from '../../contracts/capabilities/replace.js'
import { submitOnce } from '../../chain/submitOnce.js'
import { BaseError } from '../../errors/base.js'
import type { ExampleChain, ExampleTransaction } from './createExampleChain.js'
import { coins } from './exampleCoin.js'
import { askToSend, decisionOf } from './exampleSend.js'

/** Replaces the example's transactions as it should be done: with twice the fee. */
export function exampleReplace(chain: ExampleChain): ReplaceCapability {
  const waiting = ({ id, signal }: PendingRequest) =>
    chain.read(({ transactions, decisions }) => {
      const transaction = transactions.find((one) => one.id === id)
      if (!transaction)
        throw new BaseError('The chain has no such transaction.', { code: 'TRANSACTION_NOT_FOUND' })
      if (decisions.has(id)) throw new BaseError('The chain has taken it.', { code: 'TRANSACTION_DECIDED' })
      return transaction
    }, signal)
  const recordOf = ({ networkId }: PendingRequest, { from, to, amount }: ExampleTransaction) => ({
    networkId,
    operation: 'send' as const,
    status: 'pending' as const,
    from,
    to,
    transfers: [{ direction: 'out' as const, amount: coins(amount), to }],
  })

  return {
    async find(request) {
      const transaction = await waiting(request)
      return {
        ways: ['faster', 'cancel'],
        fee: coins(chain.fee),
        record: { ...recordOf(request, transaction), id: request.id },
        notices: [],
      }
    },
    async prepare(request) {
      const { way, id, provider } = request
      const { from, to, amount } = await waiting(request)
      const instead = way === 'cancel' ? { from, to: from, amount: 0n } : { from, to, amount }
      const { submit, isHandedOver } = submitOnce(async (handingOver) =>
        submittedInstead(chain, id, (await askToSend(chain, provider, instead, handingOver)).id),
      )
      return {
        way,
        previousFee: coins(chain.fee),
        fee: coins(chain.fee * 2n),
        isCertain: true,
        notices: [],
        record: recordOf(request, { id, minedAt: 0, ...instead }),
        submit: () => submit(),
        isHandedOver,
      }
    },
    follow: async ({ id, replaced }) => submittedInstead(chain, replaced, id),
  }
}

function submittedInstead(chain: ExampleChain, replaced: string, id: string): SubmittedReplacement {
  const decided = (taken: string, which: ReplaceDecision['which'], signal: AbortSignal | undefined) =>
    chain
      .decided(taken, signal)
      .then((decision): ReplaceDecision => ({ ...decisionOf(decision), taken, which }))
  return {
    id,
    takesPlace: Promise.resolve(true),
    wait: (signal) =>
      Promise.race([decided(id, 'replacement', signal), decided(replaced, 'original', signal)]),
  }
}
