import { AccountRoute, Navigation, Session } from '@latchkey/kernel/plugin'
import { TransactionsRoute } from '@latchkey/plugin-activity'
import { activity } from '@latchkey/plugin-activity/react'
import {
  pageOf,
  record,
  type TestActivity,
  testActivity,
  transfer,
  usdc,
} from '../../plugins/activity/test/testActivity.js'
import { openAccount, scenarios as balanceScenarios } from '../../plugins/balances/test/scenarios.js'
import { makeBench, openForm, scenarios as sendScenarios } from '../../plugins/send/test/scenarios.js'
import { makeKernel, type Screen, until } from './screen.js'

const balances: readonly Screen[] = balanceScenarios.map((scenario) => ({
  id: `account/${scenario.name}`,
  stage: () => {
    const staged = scenario.stage()
    return {
      kernel: staged.kernel,
      act: async () => {
        await (scenario.act ?? openAccount)(staged)
        await until(() => document.querySelector(scenario.shows))
      },
    }
  },
}))

const send: readonly Screen[] = sendScenarios.map(({ name, options, act }) => ({
  id: `send/${name}`,
  stage: () => {
    const bench = makeBench(options)
    return { kernel: bench.kernel, act: async () => act(bench, await openForm(bench)) }
  },
}))

const kinds = [
  'send',
  'receive',
  'swap',
  'approve',
  'mint',
  'burn',
  'deposit',
  'withdraw',
  'execute',
] as const
const rows: TestActivity['answer'] = () =>
  pageOf([
    record('pending', { status: 'pending' }),
    record('failed', { status: 'failed', transfers: [] }),
    ...kinds.map((operation, index) =>
      record(operation, {
        operation,
        minedAt: 1_700_000_000_000 - index * 86_400_000 * 4,
        transfers:
          operation === 'swap'
            ? [transfer(), transfer({ direction: 'in', amount: usdc(3_120_550_000n) })]
            : [transfer({ direction: operation === 'receive' ? 'in' : 'out' })],
      }),
    ),
  ])

function history(name: string, answer: TestActivity['answer'], at: 'tab' | 'all'): Screen {
  return {
    id: `activity/${name}`,
    stage: () => {
      const data = testActivity()
      data.answer = answer
      const kernel = makeKernel([...data.plugins, activity()])
      const act = async () => {
        await kernel.get(Session).connect({ connectorId: 'fake.wallet' })
        const navigation = kernel.get(Navigation)
        await until(() => navigation.draws(TransactionsRoute.name))
        navigation.open(AccountRoute)
        if (at === 'all') navigation.push(TransactionsRoute)
        await until(() => document.querySelector('[data-testid^="activity-"], .lk-state'))
      }
      return { kernel, act }
    },
  }
}

/** What a connected person looks at, and sends. */
export const accountScreens: readonly Screen[] = [
  ...balances,
  history('tab', rows, 'tab'),
  history('all', rows, 'all'),
  history('empty', () => pageOf([]), 'all'),
  history('error', () => Promise.reject(new Error('Down.')), 'all'),
  history('loading', () => new Promise(() => {}), 'all'),
  ...send,
]
