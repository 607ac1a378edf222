import { ConnectorError, definePlugin } from '@latchkey/kernel/plugin'
import type { PluginInput } from '@latchkey/kernel'
import { type FakeWallet, fakeChain, fakeWallet } from '../../../ui-react/test/fakeWallets.js'
import { ConnectingWalletConnectRoute } from '../src/connectingRoute.js'
import { type ShownPairing, WalletConnectPairing } from '../src/pairingStatus.js'
import { walletConnect } from '../src/react/walletConnect.js'

const key = 'ab'.repeat(32)

/** A code that is good for so many seconds from now. */
export const codeFor = (seconds: number) =>
  `wc:${key}@2?relay-protocol=irn&symKey=${key}&expiryTimestamp=${Math.floor(Date.now() / 1000) + seconds}`

export interface StandingPairing {
  readonly plugins: readonly PluginInput[]
  readonly wallet: FakeWallet
  /** Shows another pairing, as when one is renewed, or none. */
  show(pairing: ShownPairing | undefined): void
}

/** The views over a pairing without a relay, which stays as it is until it is told otherwise. */
export function standingPairing(options: {
  readonly answer?: FakeWallet['answer'] | 'unreachable'
  readonly pairing?: ShownPairing
}): StandingPairing {
  const { answer = 'hold', pairing } = options
  const listeners = new Set<() => void>()
  let current = pairing
  const wallet = fakeWallet('walletConnect', {
    name: 'WalletConnect',
    group: 'walletConnect',
    readiness: () => 'loadable',
    route: ConnectingWalletConnectRoute,
    answer: answer === 'unreachable' ? 'hold' : answer,
    ...(answer === 'unreachable' ? { connect: unreachable } : {}),
  })
  const status = definePlugin({
    id: 'walletConnect',
    kernel: '^1.0.0',
    provides: [WalletConnectPairing],
    setup: (context) =>
      context.provide(WalletConnectPairing, () => ({
        get current() {
          return current
        },
        subscribe(listener) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      })),
  })
  const [, views] = walletConnect({ relayUrl: 'ws://127.0.0.1:1' })
  return {
    plugins: [fakeChain({ wallets: [wallet] }), status, ...(views ? [views] : [])],
    wallet,
    show(next) {
      current = next
      for (const listener of [...listeners]) listener()
    },
  }
}

const unreachable = () =>
  Promise.reject(
    new ConnectorError(
      'The WalletConnect relay can’t be reached. Check your connection, or choose another way to connect.',
      { code: 'RELAY_UNREACHABLE' },
    ),
  )
