import type { CallsCapability } from '../../contracts/capabilities/calls.js'
import { submitSteps } from '../../chain/submitSteps.js'
import { toSubmittedCalls } from '../../chain/toSubmittedCalls.js'
import { BaseError } from '../../errors/base.js'
import { coins } from './exampleCoin.js'
import type { ExampleChain } from './createExampleChain.js'
import { isExampleAddress } from './exampleAddress.js'
import { askToSend, submittedOf } from './exampleSend.js'

interface ExampleCall {
  readonly to: string
  readonly amount: bigint
}

function isExampleCall(call: unknown): call is ExampleCall {
  const { to, amount } = Object(call) as Partial<ExampleCall>
  return typeof to === 'string' && isExampleAddress(to) && typeof amount === 'bigint' && amount >= 0n
}

const log = { error() {}, warn() {}, info() {}, debug() {} }

/** Does calls one after the other, as a wallet that knows no batches. */
export function exampleCalls(chain: ExampleChain): CallsCapability<unknown> {
  return {
    support: async () => ({ atomic: 'unsupported' }),
    async prepare({ calls, from, provider, atomic, signal }) {
      if (!calls.every(isExampleCall)) {
        throw new BaseError('One of the calls is none of this chain.', { code: 'CALLS_INVALID' })
      }
      if (atomic === 'required') {
        throw new BaseError('The wallet can’t do all calls at once.', { code: 'ATOMIC_UNAVAILABLE' })
      }
      await chain.read(() => undefined, signal)
      const steps = calls.map(
        (call) => (handingOver: () => void) =>
          askToSend(chain, provider, { from: from.address, ...call }, handingOver),
      )
      const join = (sent: readonly { readonly id: string }[]) =>
        toSubmittedCalls(submittedOf(chain, sent.at(-1)?.id ?? ''), ({ status }) => status === 'confirmed')
      return {
        fee: coins(chain.fee * BigInt(calls.length)),
        notices: [],
        atomic: false,
        steps: calls.length,
        ...submitSteps(steps, join, log),
      }
    },
  }
}
