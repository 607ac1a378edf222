import type {
  CallsCapability,
  CallsRequest,
  PreparedCalls,
  SubmittedCalls,
} from '../../contracts/capabilities/calls.js'
import type { PreparedSend, SendCapability, SubmittedTransaction } from '../../contracts/capabilities/send.js'
import { rpcErrorFrom } from '../../errors/rpc.js'
import type { ExampleChain } from '../example/createExampleChain.js'
import type { ExampleProvider } from '../example/createExampleWallet.js'
import { coins } from '../example/exampleCoin.js'
import { askToSend, submittedOf } from '../example/exampleSend.js'
import { type BrokenPlugin, brokenCapability } from './brokenPlugin.js'
import { never } from './connect.js'

const functions = 'has every function of each contract'
const prepares = 'prepares without opening the wallet, and says the fee in the coin'
const maximum = 'says the most that can be sent, and no more than the account holds'
const everything = 'leaves nothing behind but what must stay when everything is sent'
const refuses = 'refuses what can’t work before the wallet is opened'
const aborted = 'gives up preparing when the signal is aborted'
const once = 'opens the wallet once, however often the button is pressed'
const hanging = 'opens the wallet once while it does not answer'
const rejects = 'says USER_REJECTED when the person declines'
const rubbish = 'takes no rubbish for a transaction, and says that money may have left'
const confirmed = 'says confirmed once the chain has decided so, and not before'
const failed = 'says failed once the chain has decided so, and not before'
const pays = 'pays the receiver what was asked for'
const takes = 'takes no more from the account than the amount and the fee'
const sendsAll = 'sends all that it said can be sent'
const asked = 'takes no other payment of the wallet for the one that it asked for'
const refusedByNode = 'says that the node refused what it was handed'
const expired = 'says of what the chain can no longer take that it failed'
const stops = 'gives up waiting for the chain when the signal is aborted'
const follows = 'takes up the waiting for a transaction of an earlier page without a wallet'

const prepared =
  (
    change: (right: PreparedSend, request: Parameters<SendCapability['prepare']>[0]) => Partial<PreparedSend>,
  ) =>
  ({ send }: { readonly send: SendCapability }) => ({
    send: {
      ...send,
      prepare: async (request: Parameters<SendCapability['prepare']>[0]) => {
        const right = await send.prepare(request)
        return { ...right, ...change(right, request) }
      },
    },
  })
const submitted = (change: (right: SubmittedTransaction) => Partial<SubmittedTransaction>) =>
  prepared((right) => {
    let sent: Promise<SubmittedTransaction> | undefined
    const submit = async () => {
      const transaction = await right.submit()
      return { ...transaction, ...change(transaction) }
    }
    return { submit: () => (sent ??= submit()) }
  })

/** Sends that are prepared or handed over wrongly. */
const brokenSends: readonly BrokenPlugin[] = [
  brokenCapability(
    ['has no `prepare`', functions, 'needs `prepare`: a function'],
    ({ send: { prepare: _, ...send } }) => ({
      send: send as never,
    }),
  ),
  brokenCapability(
    [
      'opens the wallet while it prepares',
      prepares,
      'prepare() of "latchkey.capability.send/1" to open no wallet',
    ],
    ({ send }, chain) => ({
      send: {
        ...send,
        async prepare(request) {
          await askToSend(
            chain,
            request.provider,
            { from: request.from.address, to: request.to, amount: 1n },
            () => {},
          )
          return send.prepare(request)
        },
      },
    }),
  ),
  brokenCapability(
    ['sends half of the amount', pays, 'the receiver to have 100 more once the chain has decided, found 50'],
    ({ send }) => ({
      send: {
        ...send,
        prepare: (request) => send.prepare({ ...request, amount: request.amount / 2n }),
      },
    }),
  ),
  brokenCapability(
    ['pays whoever sends', pays, 'the receiver to have 100 more once the chain has decided, found 0'],
    ({ send }) => ({
      send: { ...send, prepare: (request) => send.prepare({ ...request, to: request.from.address }) },
    }),
  ),
  brokenCapability(
    ['never gets prepared', prepares, 'prepare() of "latchkey.capability.send/1" to settle'],
    ({ send }) => ({
      send: { ...send, prepare: () => never() },
    }),
  ),
  brokenCapability(
    ['says the fee as a float', prepares, 'prepare().fee.value'],
    prepared(() => ({ fee: { ...coins(0n), value: 0.001 as never } })),
  ),
  brokenCapability(
    ['says the fee as text', prepares, 'prepare().fee.value'],
    prepared(() => ({ fee: { ...coins(0n), value: '10' as never } })),
  ),
  brokenCapability(
    ['says the fee in another coin', prepares, 'the fee of prepare() in EX'],
    prepared(() => ({ fee: { ...coins(10n), symbol: 'USD' } })),
  ),
  brokenCapability(
    ['has no notices', prepares, 'prepare().notices'],
    prepared(() => ({ notices: undefined as never })),
  ),
  brokenCapability(
    ['says that it was handed over before', prepares, 'isHandedOver() to be false before submit()'],
    prepared(() => ({ isHandedOver: () => true })),
  ),
  brokenCapability(['can send more than there is', maximum, 'maximum() to be at most 1000'], ({ send }) => ({
    send: { ...send, maximum: async () => coins(2_000n) },
  })),
  brokenCapability(['can send nothing', maximum, 'maximum() to be at least 100'], ({ send }) => ({
    send: { ...send, maximum: async () => coins(0n) },
  })),
  brokenCapability(
    ['forgets what must stay when everything is sent', sendsAll, 'submit() of everything to work'],
    ({ send }, chain) => ({
      send: {
        ...send,
        prepare: async (request) => {
          if (!request.everything) return send.prepare(request)
          const right = await send.prepare({ ...request, amount: 1n })
          const { from, to, provider } = request
          const amount = chain.balanceOf(from.address) - chain.fee
          return {
            ...right,
            amount: coins(amount),
            submit: () => askToSend(chain, provider, { from: from.address, to, amount }, () => {}),
          }
        },
      },
    }),
  ),
  brokenCapability(
    ['hides the fee', takes, 'at most 100 and the fee of 0 to leave the account, found 110'],
    prepared(() => ({ fee: coins(0n) })),
  ),
  brokenCapability(['says the most as a number', maximum, 'maximum()'], ({ send }) => ({
    send: { ...send, maximum: async () => 990 as never },
  })),
  brokenCapability(
    ['forgets the fee when everything is sent', everything, 'everything and its fee to be at most 1000'],
    (right) => ({
      ...prepared((_, request) => (request.everything ? { amount: coins(1_000n) } : {}))(right),
    }),
  ),
  brokenCapability(
    [
      'prepares what the account does not hold',
      refuses,
      'prepare() of more than the account holds to reject',
    ],
    ({ send }) => ({
      send: {
        ...send,
        prepare: (request) => send.prepare(request.amount > 1_000n ? { ...request, amount: 1n } : request),
      },
    }),
  ),
  brokenCapability(
    ['prepares a negative amount', refuses, 'prepare() of a negative amount to reject'],
    ({ send }) => ({
      send: {
        ...send,
        prepare: (request) => send.prepare(request.amount < 0n ? { ...request, amount: 1n } : request),
      },
    }),
  ),
  brokenCapability(
    ['refuses a receiver as text', refuses, 'one of our errors of prepare() to what is no address'],
    ({ send }) => ({
      send: {
        ...send,
        prepare: (request) =>
          request.to === 'nobody' ? Promise.reject('bad address') : send.prepare(request),
      },
    }),
  ),
  brokenCapability(
    ['goes on preparing when it is aborted', aborted, 'prepare() whose signal was aborted to settle'],
    ({ send }) => ({
      send: { ...send, prepare: ({ signal: _, ...request }) => send.prepare(request) },
    }),
  ),
]

const askingAtEachPress = (right: { readonly send: SendCapability }, chain: ExampleChain) =>
  prepared((_, { provider, from, to, amount }) => ({
    submit: () => askToSend(chain, provider, { from: from.address, to, amount }, () => {}),
  }))(right)

/** Hands in what a wallet signed without looking at it. */
async function handInUnread(
  chain: ExampleChain,
  { provider, from, to, amount }: Parameters<SendCapability['prepare']>[0],
): Promise<SubmittedTransaction> {
  const payment = { from: from.address, to, amount }
  const signed = await (provider as ExampleProvider).request('signPayment', payment)
  return submittedOf(chain, await chain.submit(String(signed)))
}

/** Sends that ask the wallet, or tell what became of them, wrongly. */
const brokenSubmits: readonly BrokenPlugin[] = [
  brokenCapability(
    ['asks at every press', once, 'the wallet to be opened once for three presses'],
    askingAtEachPress,
  ),
  brokenCapability(
    [
      'asks again while the wallet does not answer',
      hanging,
      'the wallet to be opened once while it does not answer',
    ],
    askingAtEachPress,
  ),
  brokenCapability(
    ['never says that it was handed over', once, 'isHandedOver() to be true after submit()'],
    prepared(() => ({ isHandedOver: () => false })),
  ),
  brokenCapability(
    ['never answers the press', once, 'submit() of Send to settle'],
    prepared(() => ({ submit: () => never() })),
  ),
  brokenCapability(
    ['tells a refused send in its own words', rejects, 'one of our errors of submit()'],
    prepared((right) => ({
      submit: () => right.submit().catch(() => Promise.reject(new Error('declined'))),
    })),
  ),
  brokenCapability(
    ['takes rubbish for a transaction', rubbish, 'submit() of Send when the wallet answers'],
    (right, chain) =>
      prepared((_, { provider }) => ({
        submit: async () =>
          submittedOf(
            chain,
            await (provider as { request(method: string): Promise<string> }).request('signPayment'),
          ),
      }))(right),
  ),
  brokenCapability(
    ['takes rubbish for nothing sent', rubbish, 'isHandedOver() to be true once the wallet was asked'],
    prepared((right) => {
      let isFailed = false
      return {
        submit: () =>
          right.submit().catch((error: unknown) => {
            isFailed = true
            throw rpcErrorFrom(error, { method: 'signPayment' })
          }),
        isHandedOver: () => !isFailed && (right.isHandedOver?.() ?? true),
      }
    }),
  ),
  brokenCapability(
    ['says confirmed unasked', confirmed, 'wait() of Send to wait for the chain'],
    submitted(() => ({ wait: async () => ({ status: 'confirmed' }) })),
  ),
  brokenCapability(
    ['says confirmed of what failed', failed, 'wait() of Send to say "failed" as the chain did'],
    submitted(({ wait }) => ({
      wait: async (signal) => ({ ...(await wait(signal)), status: 'confirmed' }),
    })),
  ),
  brokenCapability(
    ['says what became of it in a word of its own', confirmed, 'wait() of Send to work'],
    submitted(({ wait }) => ({
      wait: async (signal) => ({ ...(await wait(signal)), status: 'done' as never }),
    })),
  ),
  brokenCapability(
    ['hands in whatever the wallet signed', asked, 'or wait() to say "failed", found confirmed'],
    (right, chain) =>
      prepared((_, request) => {
        let sent: Promise<SubmittedTransaction> | undefined
        return { submit: () => (sent ??= handInUnread(chain, request)) }
      })(right),
  ),
  brokenCapability(
    ['takes what the node refused for sent', refusedByNode, 'or wait() to say "failed", found confirmed'],
    prepared((right) => {
      let sent: Promise<SubmittedTransaction> | undefined
      const submit = () =>
        right.submit().catch((error: { code?: string }) => {
          if (error.code !== 'TRANSACTION_REFUSED') throw error
          return { id: 'unknown', wait: async () => ({ status: 'confirmed' as const }) }
        })
      return { submit: () => (sent ??= submit()) }
    }),
  ),
  brokenCapability(
    ['takes what has expired for confirmed', expired, 'wait() to say "failed", found confirmed'],
    submitted(({ wait }) => ({
      wait: async (signal) => {
        const decision = await wait(signal)
        return decision.code === 'TRANSACTION_EXPIRED' ? { status: 'confirmed' } : decision
      },
    })),
  ),
  brokenCapability(
    ['waits for ever for what has expired', expired, 'whose time has passed to settle'],
    submitted(({ wait }) => ({
      wait: async (signal) => {
        const decision = await wait(signal)
        return decision.code === 'TRANSACTION_EXPIRED' ? never() : decision
      },
    })),
  ),
  brokenCapability(
    ['answers a transaction without an id', confirmed, 'submit() of Send to work'],
    submitted(() => ({ id: '' })),
  ),
  brokenCapability(
    ['never learns what became of it', confirmed, 'wait() of Send to settle'],
    submitted(() => ({ wait: () => never() })),
  ),
  brokenCapability(
    ['waits on when it is aborted', stops, 'wait() whose signal was aborted to settle'],
    submitted(({ wait }) => ({ wait: () => wait() })),
  ),
  brokenCapability(
    ['takes up another transaction', follows, 'follow() to take up "new-1", found "other"'],
    ({ send }, chain) => ({
      send: { ...send, follow: async () => submittedOf(chain, 'other') },
    }),
  ),
  brokenCapability(
    ['takes what it follows for confirmed', follows, 'wait() of follow() to wait for the chain'],
    ({ send }) => ({
      send: { ...send, follow: async ({ id }) => ({ id, wait: async () => ({ status: 'confirmed' }) }) },
    }),
  ),
]

const preparesCalls = 'prepares without opening the wallet, and says how often it will open'
const required = 'does required calls all at once, or refuses them'
const invalid = 'refuses a call that the namespace doesn’t know'
const steps = 'opens the wallet once for each step, in order, when the chain has taken the one before'
const failedStep = 'tells no step as confirmed that the chain refused, and asks for none after it'
const partly = 'says that a part was done when the person declines a later step'

const preparedCalls =
  (
    change: (
      right: PreparedCalls,
      request: Parameters<CallsCapability<unknown>['prepare']>[0],
    ) => Partial<PreparedCalls>,
  ) =>
  ({ calls }: { readonly calls: CallsCapability<unknown> }) => ({
    calls: {
      ...calls,
      prepare: async (request: Parameters<CallsCapability<unknown>['prepare']>[0]) => {
        const right = await calls.prepare(request)
        return { ...right, ...change(right, request) }
      },
    },
  })

/** Asks for every step before the chain has taken the first. */
async function askForAll(
  chain: ExampleChain,
  { calls, provider, from }: CallsRequest<unknown>,
  { onStep }: NonNullable<Parameters<PreparedCalls['submit']>[0]> = {},
): Promise<SubmittedCalls> {
  const all = await Promise.all(
    calls.map((call) =>
      askToSend(
        chain,
        provider,
        { from: from.address, ...(call as { readonly to: string; readonly amount: bigint }) },
        () => {},
      ),
    ),
  )
  all.forEach((one, index) => void onStep?.({ index, status: 'sent', submitted: one }))
  const last = all.at(-1) as SubmittedTransaction
  return { ...last, wait: async (signal) => ({ ...(await last.wait(signal)), transactions: [last.id] }) }
}

/** Calls that are prepared or done wrongly. */
const brokenCalls: readonly BrokenPlugin[] = [
  brokenCapability(
    ['says the fee of calls as a number', preparesCalls, 'prepare().fee.value'],
    preparedCalls(() => ({ fee: { ...coins(0n), value: 20 as never } })),
  ),
  brokenCapability(
    ['counts more steps than calls', preparesCalls, 'at most 2 steps for 2 calls'],
    preparedCalls(() => ({ steps: 3 })),
  ),
  brokenCapability(
    ['counts several steps for calls that are atomic', preparesCalls, 'at most 1 steps for 2 calls'],
    preparedCalls(() => ({ atomic: true })),
  ),
  brokenCapability(
    ['does required calls one after the other', required, 'prepare() of required calls to reject'],
    ({ calls }) => ({
      calls: { ...calls, prepare: (request) => calls.prepare({ ...request, atomic: 'preferred' }) },
    }),
  ),
  brokenCapability(['supports in a word of its own', required, 'support().atomic'], ({ calls }) => ({
    calls: { ...calls, support: async () => ({ atomic: 'yes' as never }) },
  })),
  brokenCapability(
    ['leaves out a call that it does not know', invalid, 'prepare() of an invalid call to reject'],
    ({ calls }) => ({
      calls: {
        ...calls,
        prepare: (request) => calls.prepare({ ...request, calls: request.calls.slice(0, 2) }),
      },
    }),
  ),
  brokenCapability(
    ['asks for all steps at once', steps, 'step 1 to wait until the chain has taken the one before'],
    (right, chain) =>
      preparedCalls((_, request) => {
        let sent: ReturnType<PreparedCalls['submit']> | undefined
        return { submit: (options) => (sent ??= askForAll(chain, request, options)) }
      })(right),
  ),
  brokenCapability(
    ['tells a failed step as confirmed', failedStep, 'step 0 not to be told as confirmed'],
    preparedCalls((right) => ({
      submit: (options) =>
        right.submit({
          onStep(step) {
            options?.onStep?.(step)
            if (step.status === 'sent') options?.onStep?.({ ...step, status: 'confirmed' })
          },
        }),
    })),
  ),
  brokenCapability(
    ['tells no step', steps, 'step 0 to be told as sent'],
    preparedCalls((right) => ({ submit: () => right.submit() })),
  ),
  brokenCapability(
    ['takes a part for nothing', partly, 'the code CALLS_PARTLY_SENT'],
    preparedCalls((right) => ({
      submit: (options) =>
        right.submit(options).catch((error: { cause?: unknown }) => Promise.reject(error.cause)),
    })),
  ),
]

/** Capabilities that send or call wrongly. */
export const brokenPayments: readonly BrokenPlugin[] = [...brokenSends, ...brokenSubmits, ...brokenCalls]
