import {
  type Clock,
  type Connection,
  ConnectorError,
  type ConnectRequest,
  type LogService,
} from '@latchkey/kernel/plugin'
import { invalidAnswer, untilAborted, describeAnswer } from '@latchkey/kernel/chain'
import type { ConnectionOpener } from './createConnector.js'
import type { InjectedWallet } from './injectedWeb3.js'
import type { PolkadotNetwork, PolkadotNetworks } from '../networks.js'
import type { PolkadotWallet } from '../provider.js'
import { readAccounts } from './accounts.js'
import { createConnection } from './createConnection.js'
import { walletErrorFrom } from './walletErrors.js'
import { withDeadline } from './withDeadline.js'

export interface OpenerOptions {
  readonly networks: PolkadotNetworks
  readonly clock: Clock
  readonly log: LogService
  appName(): string
}

/** Milliseconds a person may take to answer. Wallets whose window was closed say nothing, for ever. */
const personTime = 180_000
/** Milliseconds a wallet may take that needs nobody's answer. */
const silentTime = 8_000

/** Opens and takes up connections with injected wallets. */
export function createOpener(options: OpenerOptions): ConnectionOpener {
  const { networks, clock } = options
  return {
    async connect(wallet, request) {
      const connection = await open(wallet, request, personTime)
      if (connection) return connection
      throw new ConnectorError(
        `${wallet.name} shared no account for these networks. Choose an account there and try again.`,
        { code: 'WALLET_NO_ACCOUNTS', parameters: { wallet: wallet.name } },
      )
    },
    // There is no way to ask whether the page is still allowed; `enable` answers at once when it is.
    restore: (wallet, request) => open(wallet, request, silentTime),
  }

  async function open(wallet: InjectedWallet, request: ConnectRequest, time: number) {
    const { signal } = request
    const asked = askedNetworks(networks, request)
    try {
      return await untilAborted(signal, () =>
        withDeadline(
          clock,
          time,
          () => noAnswer(wallet.name),
          async (): Promise<Connection | undefined> => {
            const injected = readInjected(wallet.name, await wallet.open(options.appName()))
            const list = readAccounts(wallet.name, 'accounts.get', await injected.accounts.get())
            if (signal.aborted) return undefined
            return createConnection({ ...options, name: wallet.name, injected, list, asked, request })
          },
        ),
      )
    } catch (error) {
      if (signal.aborted) throw signal.reason
      throw walletErrorFrom(error)
    }
  }
}

/** The members that are used, each read once: a getter of a hostile page may throw, or answer otherwise later. */
function readInjected(name: string, value: unknown): PolkadotWallet {
  const { accounts, signer } = (value ?? {}) as Partial<PolkadotWallet>
  if (typeof accounts?.get === 'function' && typeof signer === 'object' && signer !== null) {
    return { accounts, signer }
  }
  throw invalidAnswer(name, 'enable', describeAnswer(value))
}

/** The host's networks, the preferred one first, as the session asks for them. */
function askedNetworks(networks: PolkadotNetworks, request: ConnectRequest): readonly PolkadotNetwork[] {
  const asked = request.networkIds.flatMap((id) => networks.get(id) ?? [])
  return asked.length > 0 ? asked : [...networks.values()]
}

function noAnswer(name: string): ConnectorError {
  return new ConnectorError(`${name} did not answer. Open it, and try again.`, {
    code: 'WALLET_TIMEOUT',
    parameters: { wallet: name },
  })
}
