import type { PluginInput } from '@latchkey/kernel'
import { Connector, definePlugin } from '@latchkey/kernel/plugin'
import { type FakeWallet, fakeAccount, fakeWallet } from '@latchkey/kernel/testing'
import { eip155 } from '@latchkey/plugin-eip155'
import { solana, solanaMainnet } from '@latchkey/plugin-solana'
import { proxy } from 'valtio/vanilla'
import { ledgerId } from '../src/ledger.js'
import { Ledger, type LedgerChoice, type LedgerState } from '../src/LedgerService.js'
import { ledger } from '../src/react/ledger.js'
import { ConnectingLedgerRoute } from '../src/routes.js'

export interface StandingLedger {
  readonly plugins: readonly PluginInput[]
  readonly state: { -readonly [key in keyof LedgerState]: LedgerState[key] }
  /** What reading accounts comes to. */
  answer(): Promise<readonly LedgerChoice[]>
  /** What comparing the address comes to. */
  verify(): Promise<void>
  /** What connecting comes to; approved unless told otherwise. */
  readonly wallet: FakeWallet
}

const mainnet = {
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
}

export const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** The views over a device that stays as it is until it is told otherwise. */
export function standingLedger(given: Partial<LedgerState> = {}): StandingLedger {
  const choices = ['f39F', '7099', '3C44', '90F7', '15d3'].map((start, index) => ({
    namespace: 'eip155',
    address: `0x${start}${account.slice(6)}`,
    scheme: 'standard' as const,
    index,
    path: `m/44'/60'/${index}'/0/0`,
  }))
  const state = proxy<StandingLedger['state']>({ request: undefined, isOpening: false, ...given })
  const wallet = fakeWallet({
    id: ledgerId,
    name: 'Ledger',
    accounts: [fakeAccount('eip155:1', account)],
    answers: { connect: 'approve', disconnect: 'approve' },
  })
  const bench = {
    state,
    wallet,
    answer: async (): Promise<readonly LedgerChoice[]> => choices,
    verify: async (): Promise<void> => undefined,
  }
  const core = definePlugin({
    id: 'ledger',
    kernel: '^1.0.0',
    provides: [Ledger],
    setup(context) {
      context.provide(Ledger, () => ({
        state,
        readAccounts: () => bench.answer(),
        choose: () => undefined,
        verifyAddress: () => bench.verify(),
        retry: () => undefined,
      }))
      context.add(Connector, {
        ...wallet.connector,
        group: 'external',
        namespaces: ['eip155', 'solana'],
        route: ConnectingLedgerRoute,
        readiness: () => 'loadable',
      })
    },
  })
  const [, views] = ledger()
  const plugins = [
    eip155({ networks: [mainnet], discovery: false, injected: false }),
    solana({ networks: [solanaMainnet] }),
    core,
    ...(views ? [views] : []),
  ]
  return Object.assign(bench, { plugins })
}
