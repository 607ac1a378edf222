import { expect, it } from 'vitest'
import { appWith, settle } from '../../test/appWith.js'
import { ConnectorError } from '../errors/connector.js'
import { UserRejectedError } from '../errors/userRejected.js'
import { definePlugin } from '../engine/definePlugin.js'
import { capability } from '../keys/capability.js'
import { token } from '../keys/token.js'
import { Clock } from '../platform/clock.js'
import { fakeAccount, fakeNamespace, fakeWallet } from '../testing/index.js'
import { Wallets } from '../wallet/activeWallet.js'
import { CallsPartlySentError } from './CallsPartlySentError.js'
import { callsKey, type CallsStep, type SubmittedCalls } from './capabilities/calls.js'
import type { TransactionRecord } from './capabilities/history.js'
import type { TransactionDecided } from './data/sentTransactions.js'
import { submitCalls } from './submitCalls.js'

interface Coin {
  readonly coin: bigint
}
const Coins = callsKey<Coin>('eip155')
const alice = fakeAccount('eip155:1', '0xA')
const Robot = token<{ run(): Promise<SubmittedCalls> }>('example.robot')
const fail = () => Promise.reject(new Error('No such case.'))
type Take = (tell: (step: CallsStep) => void) => Promise<SubmittedCalls>

const amount = { value: 3n, symbol: 'ETH', decimals: 18 }
const out = [{ direction: 'out', amount }]
const pendingOf = (id: string, over: object = {}) => [
  'TRANSACTION_SUBMITTED',
  { id, status: 'pending', transfers: out, ...over },
]
const settledOf = (id: string, over: object = {}) => [
  'TRANSACTION_SETTLED',
  { id, status: 'confirmed', transfers: out, ...over },
]
const confirmed = (id: string, transactions = [id]): SubmittedCalls => ({
  id,
  wait: async () => ({ status: 'confirmed', transactions }),
})
const declined = (sent: readonly string[], cause: unknown = new UserRejectedError()) =>
  new CallsPartlySentError({ transactions: sent, steps: 2, cause })
const lost = new ConnectorError('The wallet didn’t answer.', { code: 'WALLET_TIMEOUT' })
const unnamed = expect.stringMatching(/^unnamed \d+$/)

/** Each wallet's way to take calls, and what is told of it, in order. */
const cases: Readonly<Record<string, { take: Take; steps?: number; told: readonly unknown[] }>> = {
  'one transaction': {
    take: async (tell) => {
      tell({ index: 0, status: 'asking' })
      tell({ index: 0, status: 'sent', submitted: confirmed('a') })
      return confirmed('a')
    },
    told: [pendingOf('a'), settledOf('a')],
  },
  'what the chain took without telling what it did': {
    take: async () => ({
      id: 'a',
      wait: async () => ({ status: 'confirmed', outcome: 'unknown', transactions: ['a'] }),
    }),
    told: [pendingOf('a'), settledOf('a', { transfers: [] })],
  },
  'a wallet plugin that tells no step': {
    take: async () => confirmed('a'),
    told: [pendingOf('a'), settledOf('a')],
  },
  'one after the other': {
    steps: 2,
    take: async (tell) => {
      for (const [index, id] of ['a', 'b'].entries()) {
        tell({ index, status: 'asking' })
        tell({ index, status: 'sent', submitted: confirmed(id) })
        // Until the chain has it, as every later step waits.
        await settle()
      }
      return confirmed('b', ['a', 'b'])
    },
    told: [
      pendingOf('a', { transfers: [] }),
      settledOf('a', { transfers: [] }),
      pendingOf('b'),
      settledOf('b'),
    ],
  },
  'a second step that is declined': {
    steps: 2,
    take: async (tell) => {
      tell({ index: 0, status: 'sent', submitted: confirmed('a') })
      throw declined(['a'])
    },
    told: [pendingOf('a', { transfers: [] }), settledOf('a', { transfers: [] })],
  },
  'a second step that is lost': {
    steps: 2,
    take: async (tell) => {
      tell({ index: 0, status: 'sent', submitted: confirmed('a') })
      throw declined(['a'], lost)
    },
    told: [
      pendingOf('a', { transfers: [] }),
      settledOf('a', { transfers: [] }),
      pendingOf(unnamed, { isUncertain: true, transfers: [] }),
    ],
  },
  'calls that the wallet takes together': {
    take: async (tell) => {
      const bundle = { ...confirmed('bundle', ['x', 'y']), isBundle: true as const }
      tell({ index: 0, status: 'sent', submitted: bundle })
      return bundle
    },
    told: [
      pendingOf('bundle', { isUncertain: true }),
      settledOf('x', { submittedAs: 'bundle', transfers: [] }),
      settledOf('y', { submittedAs: 'bundle' }),
    ],
  },
  'calls taken together that came to nothing': {
    take: async () => ({
      id: 'bundle',
      isBundle: true,
      wait: async () => ({ status: 'failed', transactions: [] }),
    }),
    told: [
      pendingOf('bundle', { isUncertain: true }),
      settledOf('bundle', { status: 'failed', isUncertain: true }),
    ],
  },
  'an answer that was lost': {
    take: async () => {
      throw lost
    },
    told: [pendingOf(unnamed, { isUncertain: true })],
  },
  'a person who declines': {
    take: async () => {
      throw new UserRejectedError()
    },
    told: [],
  },
}

/** A feature without a view: it asks the active wallet, and what is told of it stands in the kernel's events. */
async function submitted(
  take: Take,
  steps = 1,
  record?: (id: string) => TransactionRecord,
  over: object = {},
) {
  const chain = capability(Coins, {
    support: async () => ({ atomic: 'unsupported' }),
    prepare: async () => ({
      fee: { value: 1n, symbol: 'ETH', decimals: 18 },
      changes: [
        { address: alice.address.toLowerCase(), amount: { ...amount, value: -3n } },
        { address: '0xB', amount },
      ],
      notices: [],
      atomic: false,
      steps,
      isHandedOver: () => true,
      submit: async (given) => take(given?.onStep ?? (() => {})),
      ...over,
    }),
  })
  const seen: CallsStep['status'][] = []
  const feature = definePlugin({
    id: 'example.robot',
    kernel: '^1.0.0',
    requires: { wallets: Wallets, clock: Clock },
    setup(context, { wallets, clock }) {
      context.provide(Robot, () => ({
        async run() {
          const wallet = wallets.active('eip155')
          const prepared = await wallet?.use(Coins)?.prepare({ calls: [{ coin: 1n }] })
          if (!wallet || !prepared) throw new Error('No wallet.')
          const onStep = ({ status }: CallsStep) => void seen.push(status)
          const own = record === undefined ? {} : { record }
          return submitCalls(prepared, { events: context, clock, wallet, onStep, ...own })
        },
      }))
    },
    provides: [Robot],
  })
  const wallet = fakeWallet({
    accounts: [alice],
    networks: { eip155: 'eip155:1' },
    answers: { connect: 'approve' },
  })
  const namespaces = [fakeNamespace('eip155', ['1'], { capabilities: [chain] })]
  const app = appWith({ wallets: [wallet], namespaces, plugins: [feature] })
  await app.kernel.start()
  await app.session.connect({ connectorId: wallet.connector.id })
  const outcome = await app.kernel
    .get(Robot)
    .run()
    .catch((error: unknown) => error)
  await settle()
  const told = app.events.flatMap(({ id, payload }) => {
    if (!id.startsWith('TRANSACTION_')) return []
    const { record: shown, submittedAs } = payload as TransactionDecided
    return [[id, shown, submittedAs] as const]
  })
  await app.kernel.dispose()
  return { told, outcome, seen }
}

it.each(Object.entries(cases))('tells plugins of %s', async (_, { take, steps = 1, told }) => {
  const { told: heard } = await submitted(take, steps)
  const short = heard.map(([id, { id: own, status, transfers, isUncertain }, submittedAs]) => [
    id,
    {
      id: own,
      status,
      transfers,
      ...(isUncertain ? { isUncertain } : {}),
      ...(submittedAs === undefined ? {} : { submittedAs }),
    },
  ])
  expect(short).toEqual(told)
})

it('tells the caller each step, what was sent, and what was thrown', async () => {
  const sent = await submitted(cases['one transaction']?.take ?? fail)
  expect(sent.seen).toEqual(['asking', 'sent'])
  expect(sent.outcome).toMatchObject({ id: 'a' })
  const lostOne = await submitted(cases['an answer that was lost']?.take ?? fail)
  expect(lostOne.outcome).toBe(lost)
})

it('tells of the caller’s own record, with the transfers at the last of several', async () => {
  const own = (id: string): TransactionRecord => ({
    ...{ id, networkId: 'eip155:1', operation: 'trade', status: 'pending', from: alice.address },
    transfers: [{ direction: 'in', amount, name: 'Ether' }],
  })
  const { told } = await submitted(cases['one after the other']?.take ?? fail, 2, own)
  expect(told.map(([id, { operation, transfers }]) => [id, operation, transfers[0]?.name])).toEqual([
    ['TRANSACTION_SUBMITTED', 'trade', undefined],
    ['TRANSACTION_SETTLED', 'trade', undefined],
    ['TRANSACTION_SUBMITTED', 'trade', 'Ether'],
    ['TRANSACTION_SETTLED', 'trade', 'Ether'],
  ])
})

it('tells of what was partly done without what all of it would have changed', async () => {
  const { told } = await submitted(async () => ({
    id: 'bundle',
    isBundle: true,
    wait: async () => ({ status: 'failed', isPartial: true, transactions: ['x'] }),
  }))
  expect(told.at(-1)).toMatchObject([
    'TRANSACTION_SETTLED',
    { id: 'x', status: 'failed', transfers: [] },
    'bundle',
  ])
})

it.each<[string, object]>([
  ['a fee of half a coin', { fee: { value: 1.5, symbol: 'ETH', decimals: 18 } }],
  ['no number of steps', { steps: Number.NaN }],
  ['an allowance without an amount', { allowances: [{ token: {}, spender: '0xB' }] }],
])('a chain that prepares calls with %s has no wallet asked, and nothing is told', async (_, over) => {
  let asked = 0
  const take: Take = async () => {
    asked += 1
    return confirmed('a')
  }
  const { told, outcome } = await submitted(take, 1, undefined, over)
  expect([asked, told]).toEqual([0, []])
  expect(outcome).toMatchObject({ code: 'ANSWER_INVALID' })
})

it('tells of a loss where a wallet was asked and its answer names no transaction', async () => {
  const { told, outcome } = await submitted(async () => ({}) as SubmittedCalls)
  expect(outcome).toMatchObject({ code: 'ANSWER_INVALID' })
  expect(told.map(([id, own]) => [id, own])).toMatchObject([
    ['TRANSACTION_SUBMITTED', { id: unnamed, isUncertain: true }],
  ])
})
