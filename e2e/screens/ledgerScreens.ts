import { errorWords } from '@latchkey/kernel/plugin'
import { Navigation } from '@latchkey/kernel/wallet'
import {
  ConnectingLedgerRoute,
  type LedgerReview,
  type LedgerShows,
  LedgerRequestRoute,
} from '@latchkey/plugin-ledger'
import { reviews } from '../../plugins/ledger/test/reviews.js'
import { account, type StandingLedger, standingLedger } from '../../plugins/ledger/test/standingLedger.js'
import { blindSigningOff, busy } from '../../plugins/ledger/src/errors.js'
import { click, findTestId, makeKernel, type Screen, until } from './screen.js'

function connecting(name: string, act: (bench: StandingLedger) => unknown): Screen {
  return {
    id: `ledger/${name}`,
    stage: () => {
      const bench = standingLedger()
      const kernel = makeKernel(bench.plugins)
      return {
        kernel,
        act: async () => {
          const navigation = kernel.get(Navigation)
          await until(() => navigation.draws(ConnectingLedgerRoute.name))
          navigation.open(ConnectingLedgerRoute, { connectorId: 'ledger' })
          await findTestId('lk-ledger-start')
          await act(bench)
        },
      }
    },
  }
}

interface RequestParts {
  readonly problem?: ReturnType<typeof busy>
  readonly review?: LedgerReview
  readonly name?: string
}

function requesting(shows: LedgerShows, { problem, review, name = shows }: RequestParts = {}): Screen {
  const request = { shows, app: 'Ethereum', address: account, isOpening: false, review }
  return {
    id: `ledger/${problem ? 'problem' : name}`,
    stage: () => {
      const bench = standingLedger({ request: { ...request, problem: problem && errorWords(problem) } })
      const kernel = makeKernel(bench.plugins)
      return {
        kernel,
        act: async () => {
          const navigation = kernel.get(Navigation)
          await until(() => navigation.draws(LedgerRequestRoute.name))
          navigation.open(LedgerRequestRoute)
          await findTestId(problem ? 'lk-ledger-problem' : 'lk-ledger-request')
        },
      }
    },
  }
}

export const ledgerScreens: readonly Screen[] = [
  connecting('start', () => undefined),
  connecting('accounts', async () => {
    await click('lk-ledger-eip155')
    await findTestId('lk-ledger-account-4')
  }),
  connecting('opening', async (bench) => {
    bench.answer = () => new Promise(() => undefined)
    bench.state.isOpening = true
    await click('lk-ledger-solana')
    await findTestId('lk-ledger-reading')
  }),
  connecting('failed', async (bench) => {
    bench.answer = async () => {
      throw busy()
    }
    await click('lk-ledger-eip155')
    await findTestId('lk-ledger-failed')
  }),
  requesting('payment'),
  requesting('contract'),
  requesting('address'),
  requesting('contract', { problem: blindSigningOff('Ethereum') }),
  requesting('contract', { name: 'review', review: reviews.swap }),
  requesting('fields', { name: 'reviewFields', review: reviews.permit }),
  requesting('contract', { name: 'reviewNested', review: reviews.nested }),
  requesting('contract', { name: 'unexplained', review: 'unexplained' }),
]
