import {
  Calls,
  type CallsDecision,
  type Capability,
  capability,
  type Collectible,
  CollectibleTransfers,
  type PreparedCalls,
  type SubmittedCalls,
} from '@latchkey/kernel/contracts'
import { alice, bob } from './sendBench.js'

export const collection = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'

const transactionId = `0x${'ab'.repeat(32)}`

export const cat = (over: Partial<Collectible> = {}): Collectible => ({
  networkId: 'eip155:1',
  address: collection,
  id: '17',
  name: 'Painted cat',
  collection: 'Painted cats',
  count: 1n,
  isSpam: false,
  ...over,
})

export interface TestCollectibles {
  /** The collection has counted, and answers once this is over. */
  counting: Promise<unknown> | undefined
  readonly capabilities: readonly Capability[]
  /** Fails the next check with this. */
  refuse: Error | undefined
  /** How many each address has, by the collection's own word. */
  readonly owned: Map<string, bigint>
  readonly asked: unknown[]
  over: Partial<PreparedCalls>
  /** The wallet answers. */
  answer(how: 'approve' | { readonly reject: Error }): void
  /** The chain decides. */
  decide(decision: Omit<CallsDecision, 'transactions'>): void
}

/** A chain that moves collectibles, in memory and steered by a test. */
export function testCollectibles(): TestCollectibles {
  let answer: TestCollectibles['answer'] = () => {}
  let decide: (decision: CallsDecision) => void = () => {}
  let isAsked = false
  const decided = new Promise<CallsDecision>((resolve) => {
    decide = resolve
  })
  const answered = () =>
    new Promise<SubmittedCalls>((resolve, reject) => {
      isAsked = true
      answer = (how) =>
        how === 'approve' ? resolve({ id: transactionId, wait: () => decided }) : reject(how.reject)
    })
  const ofAlice = { address: alice, amount: { value: -1n, decimals: 0, symbol: 'CAT' }, asset: collection }
  const data: TestCollectibles = {
    refuse: undefined,
    counting: undefined,
    owned: new Map([[alice, 1n]]),
    asked: [],
    over: {},
    answer: (how) => answer(how),
    decide: (decision) => decide({ ...decision, transactions: [transactionId] }),
    capabilities: [
      capability(CollectibleTransfers, {
        async prepare({ to, amount }) {
          if (data.refuse) throw data.refuse
          data.asked.push({ to, amount })
          return {
            calls: [{ move: to }],
            ownerHas: data.owned.get(alice) ?? 0n,
            receiverHas: data.owned.get(to) ?? 0n,
          }
        },
        async count({ owner }) {
          const count = data.owned.get(owner) ?? 0n
          await data.counting
          return count
        },
      }),
      capability(Calls, {
        support: async () => ({ atomic: 'supported' }),
        prepare: async () => ({
          fee: { value: 21n * 10n ** 12n, decimals: 18, symbol: 'ETH' },
          changes: [{ ...ofAlice, collectible: { id: '17' } }],
          notices: [],
          atomic: true,
          steps: 1,
          submit: answered,
          isHandedOver: () => isAsked,
          ...data.over,
        }),
      }),
    ],
  }
  return data
}

export { alice, bob }
