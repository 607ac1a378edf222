import { createCoinbaseWalletSDK } from '@coinbase/wallet-sdk'
import { readField } from '@latchkey/kernel/chain'
import {
  type AppMetadata,
  type Clock,
  type Connection,
  ConnectorError,
  type ConnectRequest,
  UserRejectedError,
  wait,
} from '@latchkey/kernel/plugin'
import type { Eip1193Provider, Eip155ConnectionsService, WalletAccess } from '@latchkey/plugin-eip155'
import type { ReadOptions } from '../readOptions.js'

export interface BaseWalletTools extends ReadOptions {
  readonly app: { metadata(): AppMetadata }
  readonly clock: Clock
  readonly connections: Eip155ConnectionsService
}

export interface BaseWallet {
  connect(request: ConnectRequest): Promise<Connection>
  restore(request: ConnectRequest): Promise<Connection | undefined>
}

/** Milliseconds between two looks at the window, and how long a person may take in it. */
const lookTime = 500
const patience = 300_000

/** The SDK keeps its session in the page’s storage by fixed names, so that one page has one of it. */
export function createBaseWallet(tools: BaseWalletTools): BaseWallet {
  let provider: Eip1193Provider | undefined

  const access = (request: ConnectRequest): WalletAccess => {
    provider ??= createProvider(tools, request)
    return {
      name: tools.preference === 'eoaOnly' ? 'Coinbase Wallet' : 'Base Account',
      provider: () => provider,
      kind: tools.preference === 'smartWalletOnly' ? 'smartAccount' : 'eoa',
    }
  }
  return {
    connect: (request) => tools.connections.connect(access(request), request),
    restore: (request) => tools.connections.restore(access(request), request),
  }
}

function createProvider(tools: BaseWalletTools, { networkIds }: ConnectRequest): Eip1193Provider {
  const { name, icons } = tools.app.metadata()
  const sdk = createCoinbaseWalletSDK({
    appName: name,
    appLogoUrl: icons[0] ?? null,
    appChainIds: networkIds.flatMap((id) => (id.startsWith('eip155:') ? [Number(id.slice(7))] : [])),
    preference: { options: tools.preference ?? 'all', keysUrl: tools.keysUrl },
  })
  const own = sdk.getProvider()
  return {
    request({ method, params }) {
      // Its way to end a session. The method that wallets of the page have would be sent to a node.
      if (method === 'wallet_revokePermissions') return own.disconnect().then(() => null)
      const asked = own.request({ method, ...(isParams(params) ? { params } : {}) })
      return untilWindowCloses(tools.clock, own, asked)
    },
    on: (event, listener) => own.on(event as 'accountsChanged', listener),
    removeListener: (event, listener) => own.removeListener(event as 'accountsChanged', listener),
  }
}

const isParams = (value: unknown): value is readonly unknown[] | object =>
  typeof value === 'object' && value !== null

/**
 * The SDK hears of a window that says goodbye, and waits for ever for one that was closed before it had loaded. So the window is
 * looked at while an answer is missing.
 */
async function untilWindowCloses(clock: Clock, own: object, asked: Promise<unknown>): Promise<unknown> {
  const over = new AbortController()
  try {
    return await Promise.race([asked, watchWindow(clock, own, over.signal)])
  } finally {
    over.abort()
  }
}

async function watchWindow(clock: Clock, own: object, signal: AbortSignal): Promise<never> {
  const isClosed = () => readField(readField(readField(own, 'communicator'), 'popup'), 'closed') === true
  const deadline = clock.now() + patience
  // What the window said last may still be under way when it is found closed.
  for (let looks = 0; clock.now() < deadline; looks = isClosed() ? looks + 1 : 0) {
    if (looks > 2) throw new UserRejectedError({ cause: new Error('The window was closed.') })
    await wait(clock, lookTime, signal)
  }
  throw new ConnectorError('Base Account didn’t answer. Close its window and try again.', {
    code: 'WALLET_TIMEOUT',
    parameters: { wallet: 'Base Account' },
  })
}
