import type { Kernel } from '@latchkey/kernel'
import { definePlugin, Feature, type FeatureContribution } from '@latchkey/kernel/plugin'
import { AccountRoute, Navigation, Session } from '@latchkey/kernel/wallet'
import { FeeUnreasonableError } from '@latchkey/kernel/transaction'
import { Prices, type ReplaceWay, type SendNotice } from '@latchkey/kernel/contracts'
import { ActivityFeed, TransactionsRoute } from '@latchkey/plugin-activity'
import { activity } from '@latchkey/plugin-activity/react'
import {
  alice,
  bob,
  pageOf,
  record,
  type TestActivity,
  testActivity,
  testReplacement,
  transfer,
  usdc,
} from '../../plugins/activity/test/testActivity.js'
import { openAccount, scenarios as balanceScenarios } from '../../plugins/balances/test/scenarios.js'
import { collectibleScenarios } from '../../plugins/send/test/collectibleScenarios.js'
import {
  makeBench,
  openForm,
  type Scenario,
  scenarios as sendScenarios,
} from '../../plugins/send/test/scenarios.js'
import { click, findTestId, makeKernel, type Screen, until } from './screen.js'

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

/** The pictures that the plugins of these actions bring with them; the shell knows those of the foremost. */
const actionIcons: Readonly<Record<string, NonNullable<FeatureContribution['icon']>>> = {
  Approvals: () => import('../../plugins/approvals/src/react/ApprovalsIcon.js'),
  'Address book': () => import('../../plugins/address-book/src/react/AddressBookIcon.js'),
}
const actions = ['Buy', 'Swap', 'Receive', 'Send', 'Approvals', 'Address book']

/** More actions than have a place: four keep theirs, and the rest unfold. */
const manyActions = (name: string, act: () => Promise<unknown> = async () => {}): Screen => ({
  id: `account/${name}`,
  stage: () => {
    const features = definePlugin({
      id: 'screens.actions',
      kernel: '^1.0.0',
      setup(context) {
        for (const label of actions) {
          const id = `screens.actions.${label.toLowerCase().replace(' ', '-')}`
          const icon = actionIcons[label]
          context.add(Feature, { id, label, ...(icon ? { icon } : {}), open: () => {} })
        }
      },
    })
    const kernel = makeKernel([...testActivity().plugins, features])
    return {
      kernel,
      act: async () => {
        await kernel.get(Session).connect({ connectorId: 'fake.wallet' })
        kernel.get(Navigation).open(AccountRoute)
        await findTestId('lk-more-actions')
        await act()
      },
    }
  },
})

const toScreen =
  (group: string) =>
  ({ name, options, act }: Scenario): Screen => ({
    id: `${group}/${name.replace(`${group}-`, '')}`,
    stage: () => {
      const bench = makeBench(options)
      return { kernel: bench.kernel, act: async () => act(bench, await openForm(bench)) }
    },
  })
const send: readonly Screen[] = [
  ...sendScenarios.map(toScreen('send')),
  ...collectibleScenarios().map(toScreen('nft')),
]

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
const usdcAddress = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const rows: TestActivity['answer'] = () =>
  pageOf([
    record('pending', { status: 'pending' }),
    record('failed', { status: 'failed' }),
    ...kinds.map((operation, index) =>
      record(operation, {
        operation,
        ...(operation === 'receive' ? { from: bob, to: alice } : {}),
        minedAt: 1_700_000_000_000 - index * 86_400_000 * 4,
        transfers:
          operation === 'swap'
            ? [transfer(), transfer({ direction: 'in', amount: usdc(3_120_550_000n), asset: usdcAddress })]
            : [transfer({ direction: operation === 'receive' ? 'in' : 'out' })],
      }),
    ),
  ])

/** One that the app can't read stands among others: it costs its own row only. */
const withUnread: TestActivity['answer'] = () =>
  pageOf([
    record('send', { transfers: [transfer({ direction: 'out' })] }),
    record('unread', { isUnread: true, operation: 'execute', transfers: [] }),
    record('unread-failed', { isUnread: true, operation: 'execute', status: 'failed', transfers: [] }),
    record('receive', {
      ...{ operation: 'receive', from: bob, to: alice },
      transfers: [transfer({ direction: 'in' })],
    }),
  ])

const market = definePlugin({
  id: 'screens.prices',
  kernel: '^1.0.0',
  provides: [Prices],
  setup(context) {
    context.provide(Prices, () => ({ read: async ({ address }) => (address ? '1' : '3120.55') }))
  },
})

/** Every kind of row with its value, and a later reading that fails. */
const oldAndValued: Screen = {
  id: 'activity/old',
  stage: () => {
    const data = testActivity()
    data.answer = rows
    const kernel = makeKernel([...data.plugins, activity(), market])
    const act = async () => {
      await kernel.get(Session).connect({ connectorId: 'fake.wallet' })
      const navigation = kernel.get(Navigation)
      await until(() => navigation.draws(TransactionsRoute.name))
      navigation.open(AccountRoute)
      navigation.push(TransactionsRoute)
      await findTestId('activity-values')
      data.answer = () => Promise.reject(new Error('Down.'))
      await kernel.get(ActivityFeed).refresh()
      await findTestId('activity-old')
    }
    return { kernel, act }
  },
}

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

function nonceMayDiffer(way: ReplaceWay): SendNotice {
  const end = way === 'cancel' ? ': you pay its fee, and nothing is canceled.' : ', and you pay twice.'
  return {
    code: way === 'cancel' ? 'NONCE_MAY_DIFFER_CANCEL' : 'NONCE_MAY_DIFFER',
    message: `Approve only if your wallet shows the nonce 12. With another nonce it makes a second transaction${end}`,
    severity: 'warning',
  }
}

/** A pending transaction, and what is done about it. */
function replacing(name: string, act: (kernel: Kernel, replacement: TestReplacement) => unknown): Screen {
  return {
    id: `activity/${name}`,
    stage: () => {
      const data = testActivity()
      const way = name.startsWith('cancel') ? 'cancel' : 'faster'
      const replacement = testReplacement({ way, notices: [nonceMayDiffer(way)] })
      const { minedAt: _, ...waiting } = record('pending', { status: 'pending' })
      data.answer = () => pageOf([waiting])
      data.replace = {
        ...data.replace,
        prepare: async ({ highestFee }) => {
          if (name !== 'fee-high' || highestFee !== undefined) return replacement.prepared
          const fee = { value: 4n * 10n ** 17n, decimals: 18, symbol: 'ETH' }
          throw new FeeUnreasonableError(fee)
        },
      }
      const kernel = makeKernel([...data.plugins, activity()])
      return {
        kernel,
        act: async () => {
          await kernel.get(Session).connect({ connectorId: 'fake.wallet' })
          const navigation = kernel.get(Navigation)
          await until(() => navigation.draws(TransactionsRoute.name))
          navigation.open(TransactionsRoute)
          await click('activity-row-pending')
          await findTestId('pending-transaction')
          await findTestId('pending-faster')
          await act(kernel, replacement)
        },
      }
    },
  }
}

type TestReplacement = ReturnType<typeof testReplacement>

async function review(way: 'faster' | 'cancel'): Promise<void> {
  await click(`pending-${way}`)
  await findTestId('pending-confirm')
}

async function asked(): Promise<void> {
  await review('cancel')
  await click('pending-compared')
  await until(() => !document.querySelector('[data-testid="pending-confirm"]:disabled'))
  await click('pending-confirm')
  await findTestId('replacement-asking')
}

const replacements: readonly Screen[] = [
  replacing('pending', () => {}),
  replacing('faster', () => review('faster')),
  replacing('cancel', () => review('cancel')),
  replacing('fee-high', async () => {
    await click('pending-faster')
    await findTestId('pending-pay-anyway')
  }),
  replacing('cancel-asking', asked),
  replacing('cancel-pending', async (_, { wallet, takesPlace }) => {
    await asked()
    wallet.resolve()
    takesPlace.resolve(true)
    await findTestId('replacement-pending')
  }),
  replacing('cancel-too-late', async (_, { wallet, takesPlace, decision }) => {
    await asked()
    wallet.resolve()
    takesPlace.resolve(true)
    const reason = 'The network took the first transaction before it could be canceled.'
    decision.resolve({ status: 'confirmed', which: 'original', taken: 'pending', reason })
    await findTestId('replacement-failed')
  }),
  replacing('cancel-apart', async (_, { wallet, takesPlace }) => {
    await asked()
    wallet.resolve()
    takesPlace.resolve(false)
    await findTestId('replacement-undecided')
  }),
]

/** A payment to the account that waits, and the child that pays for both. */
function paying(name: string, act: (replacement: TestReplacement) => unknown): Screen {
  return {
    id: `activity/${name}`,
    stage: () => {
      const data = testActivity()
      const { minedAt: _, ...incoming } = record('in', {
        operation: 'receive',
        status: 'pending',
        from: bob,
        to: alice,
        transfers: [transfer({ direction: 'in' })],
      })
      const replacement = testReplacement({
        way: 'child',
        isCertain: true,
        newId: 'child',
        child: {
          left: coins(9n * 10n ** 17n),
          from: [bob],
          rate: { before: 1, after: 12.5, unit: 'sat/vB' },
        },
        record: { ...incoming, operation: 'send', from: alice },
      })
      data.answer = () => pageOf([incoming])
      data.replace = {
        ...data.replace,
        incoming: true,
        find: async () => ({ ways: ['child'], fee: coins(10n ** 15n), record: incoming, notices: [] }),
        prepare: async ({ highestFee }) => {
          if (name !== 'child-fee-high' || highestFee !== undefined) return replacement.prepared
          throw new FeeUnreasonableError(coins(6n * 10n ** 17n))
        },
      }
      const kernel = makeKernel([...data.plugins, activity()])
      return {
        kernel,
        act: async () => {
          await kernel.get(Session).connect({ connectorId: 'fake.wallet' })
          const navigation = kernel.get(Navigation)
          await until(() => navigation.draws(TransactionsRoute.name))
          navigation.open(TransactionsRoute)
          await click('activity-row-in')
          await findTestId('pending-child')
          await act(replacement)
        },
      }
    },
  }
}

const coins = (value: bigint) => ({ value, decimals: 18, symbol: 'ETH' })

async function reviewChild(): Promise<void> {
  await click('pending-child')
  await findTestId('pending-confirm')
}

const children: readonly Screen[] = [
  paying('child', () => {}),
  paying('child-review', reviewChild),
  paying('child-fee-high', async () => {
    await click('pending-child')
    await findTestId('pending-pay-anyway')
  }),
  paying('child-pending', async ({ wallet, takesPlace }) => {
    await reviewChild()
    await click('pending-confirm')
    await findTestId('replacement-asking')
    wallet.resolve()
    takesPlace.resolve(true)
    await findTestId('replacement-pending')
  }),
]

/** What a connected person looks at, and sends. */
export const accountScreens: readonly Screen[] = [
  ...balances,
  manyActions('actions'),
  manyActions('actions-unfolded', () => click('lk-more-actions')),
  history('tab', rows, 'tab'),
  history('all', rows, 'all'),
  history('unread', withUnread, 'all'),
  history('empty', () => pageOf([]), 'all'),
  oldAndValued,
  history('error', () => Promise.reject(new Error('Down.')), 'all'),
  history('loading', () => new Promise(() => {}), 'all'),
  ...replacements,
  ...children,
  ...send,
]
