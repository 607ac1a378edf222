import { createCoinbaseWalletSDK } from '@coinbase/wallet-sdk'
import type { AppMetadata } from '@latchkey/kernel/contracts'
import type { Clock, Connection, ConnectRequest } from '@latchkey/kernel/plugin'
import type { Eip1193Provider, Eip155ConnectionsService, WalletAccess } from '@latchkey/plugin-eip155'
import type { ReadOptions } from '../readOptions.js'
import { askInWindow } from './askInWindow.js'

export interface BaseWalletTools extends ReadOptions {
  readonly app: { metadata(): AppMetadata }
  readonly clock: Clock
  readonly connections: Eip155ConnectionsService
}

export interface BaseWallet {
  connect(request: ConnectRequest): Promise<Connection>
  restore(request: ConnectRequest): Promise<Connection | undefined>
}

/** The SDK keeps its session in the page’s storage by fixed names, so that one page has one of it. */
export function createBaseWallet(tools: BaseWalletTools): BaseWallet {
  let provider: Eip1193Provider | undefined

  const access = (request: ConnectRequest): WalletAccess => {
    provider ??= createProvider(tools, request)
    return {
      name: nameOf(tools),
      provider: () => provider,
      // With `all` it may be either. A smart account may be missing on networks that an account of a key is on.
      kind: tools.preference === 'eoaOnly' ? 'eoa' : 'smartAccount',
    }
  }
  return {
    connect: (request) => tools.connections.connect(access(request), request),
    restore: (request) => tools.connections.restore(access(request), request),
  }
}

const nameOf = ({ preference }: ReadOptions) =>
  preference === 'eoaOnly' ? 'Coinbase Wallet' : 'Base Account'

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
      const asked = { method, ...(isParams(params) ? { params } : {}) }
      return askInWindow({ clock: tools.clock, own, wallet: nameOf(tools) }, asked)
    },
    on: (event, listener) => own.on(event as 'accountsChanged', listener),
    removeListener: (event, listener) => own.removeListener(event as 'accountsChanged', listener),
  }
}

const isParams = (value: unknown): value is readonly unknown[] | object =>
  typeof value === 'object' && value !== null
