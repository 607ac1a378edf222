import { definePlugin } from '@latchkey/kernel/plugin'
import { Navigation } from '@latchkey/kernel/wallet'
import { fakeAccount } from '@latchkey/kernel/testing'
import { eip155 } from '@latchkey/plugin-eip155'
import {
  type Allowance,
  type ListedSession,
  SmartSessionCreatedRoute,
  SmartSessionListRoute,
  SmartSessions,
} from '@latchkey/plugin-smart-sessions'
import { smartSessions } from '@latchkey/plugin-smart-sessions/react'
import { proxy } from 'valtio/vanilla'
import { connectorOf, connectWallet } from './featureParts.js'
import { findTestId, makeKernel, type Screen, until } from './screen.js'

const chain = {
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
}
const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const owner = fakeAccount('eip155:1', address, { kind: 'smartAccount' })

const allowances: readonly (Allowance | undefined)[] = [
  { kind: 'native', amount: 2_500_000_000_000_000_000n },
  { kind: 'tokenPeriodic', token, amount: 5_000_000n, period: 604_800, start: 1_700_000_000 },
  { kind: 'token', token, amount: 2n ** 256n - 1n },
  { kind: 'calls', target: token, methods: ['0x12345678', '0xa9059cbb'], value: 0n },
  undefined,
]

const sessionsOf = (status: ListedSession['status']): readonly ListedSession[] =>
  allowances.map((allowance, index) => ({
    id: `${status}-${index}`,
    networkId: 'eip155:1',
    address,
    terms: allowance && { allowance, holder: address, from: 0, until: 1_900_000_000 },
    permission: { context: '0x', delegationManager: token },
    status,
    left: allowance?.kind === 'calls' ? undefined : 1_234_567n,
    callsLeft: allowance?.kind === 'calls' ? 1234n : undefined,
    // Calls send coins along, whichever contract they are for.
    asset:
      allowance && 'token' in allowance ? { symbol: 'USDC', decimals: 6 } : { symbol: 'ETH', decimals: 18 },
  }))

function permissions(
  name: string,
  sessions: readonly ListedSession[],
  route: typeof SmartSessionListRoute | typeof SmartSessionCreatedRoute,
  shows: string,
): Screen {
  return {
    id: `permissions/${name}`,
    stage: () => {
      const list = definePlugin({
        id: 'screens.permissions',
        kernel: '^1.0.0',
        provides: [SmartSessions],
        setup: (context) =>
          context.provide(SmartSessions, () => ({
            state: proxy({ sessions, status: 'ready' as const }),
            read: async () => {},
            end: () => new Promise<never>(() => {}),
            endAll: () => new Promise<never>(() => {}),
            endAllAndDisconnect: () => new Promise<never>(() => {}),
            grant: async () => [],
          })),
      })
      const evm = eip155({ networks: [chain], discovery: false, injected: false })
      const kernel = makeKernel([evm, list, ...smartSessions().slice(1), connectorOf([owner])])
      return {
        kernel,
        act: async () => {
          await connectWallet(kernel)
          const navigation = kernel.get(Navigation)
          await until(() => navigation.draws(route.name))
          navigation.open(route)
          await findTestId(shows)
        },
      }
    },
  }
}

/** The list of permissions, and what follows when one was given. */
export const permissionScreens: readonly Screen[] = [
  permissions(
    'list',
    [...sessionsOf('active'), ...sessionsOf('unknown').slice(0, 1)],
    SmartSessionListRoute,
    'lk-sessions',
  ),
  permissions('list-empty', [], SmartSessionListRoute, 'lk-sessions'),
  permissions('given', [], SmartSessionCreatedRoute, 'lk-session-created'),
]
