import type { PluginInput } from '@latchkey/kernel'
import { Connector, definePlugin } from '@latchkey/kernel/plugin'
import { eip155 } from '@latchkey/plugin-eip155'
import { solana, solanaMainnet } from '@latchkey/plugin-solana'
import { proxy } from 'valtio/vanilla'
import { Ledger, type LedgerChoice, type LedgerState } from '../src/LedgerService.js'
import { ledger } from '../src/react/ledger.js'
import { ConnectingLedgerRoute } from '../src/routes.js'

export interface StandingLedger {
  readonly plugins: readonly PluginInput[]
  readonly state: { -readonly [key in keyof LedgerState]: LedgerState[key] }
  /** What reading accounts comes to. */
  answer(): Promise<readonly LedgerChoice[]>
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
  const bench = { state, answer: async (): Promise<readonly LedgerChoice[]> => choices }
  const core = definePlugin({
    id: 'ledger',
    kernel: '^1.0.0',
    provides: [Ledger],
    setup(context) {
      context.provide(Ledger, () => ({
        state,
        readAccounts: () => bench.answer(),
        choose: () => undefined,
        verifyAddress: async () => undefined,
        retry: () => undefined,
      }))
      context.add(Connector, {
        id: 'ledger',
        name: 'Ledger',
        group: 'external',
        namespaces: ['eip155', 'solana'],
        route: ConnectingLedgerRoute,
        readiness: () => 'loadable',
        connect: () => new Promise(() => undefined),
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
