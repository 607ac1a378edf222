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
import type { WalletAccount } from './accounts.js'
import { createConnection } from './createConnection.js'
import { followAccounts, listenToAccounts } from './followAccounts.js'
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
  const { networks, log } = options
  const opened = new Map<string, PolkadotWallet>()
  return {
    async connect(wallet, request) {
      const asked = askedNetworks(networks, request)
      let shared: readonly WalletAccount[] = []
      const onShared = (list: readonly WalletAccount[]) => {
        shared = list
      }
      const connection = await open({
        ...options,
        opened,
        wallet,
        request,
        asked,
        time: personTime,
        onShared,
      })
      if (connection) return connection
      throw noAccounts(wallet.name, shared, asked)
    },
    // There is no way to ask whether the page is still allowed; `enable` answers at once when it is. A wallet that was opened on
    // this page is asked for its accounts alone, which prompts nobody.
    restore(wallet, request) {
      const asked = askedNetworks(networks, request)
      const injected = opened.get(wallet.key)
      const held = injected ? { ...wallet, open: async () => injected } : wallet
      return open({ ...options, opened, wallet: held, request, asked, time: silentTime })
    },
    listen(wallet, request) {
      const injected = opened.get(wallet.key)
      if (!injected || request.signal.aborted) return
      const asked = askedNetworks(networks, request)
      request.signal.addEventListener(
        'abort',
        listenToAccounts({ name: wallet.name, injected, asked, log }, request.onShared),
        {
          once: true,
        },
      )
    },
  }
}

interface Opening extends OpenerOptions {
  /** By key: the wallets that the page was let into. */
  readonly opened: Map<string, PolkadotWallet>
  readonly wallet: InjectedWallet
  readonly request: ConnectRequest
  /** Networks to serve, the preferred one first. */
  readonly asked: readonly PolkadotNetwork[]
  /** Milliseconds the wallet may take. */
  readonly time: number
  onShared?(list: readonly WalletAccount[]): void
}

async function open(opening: Opening): Promise<Connection | undefined> {
  const { wallet, request, time, clock } = opening
  const { name } = wallet
  let isOver = false
  let stop = () => {}
  const openWallet = async () => {
    const injected = readInjected(name, await wallet.open(opening.appName()))
    opening.opened.set(wallet.key, injected)
    // Nobody waits any more for a wallet that took too long.
    if (isOver) return undefined
    const followed = followAccounts({ ...opening, name, injected })
    stop = followed.stop
    return (await followed.begin()) ? createConnection({ ...opening, name, injected, followed }) : undefined
  }
  let connection: Connection | undefined
  try {
    connection = await untilAborted(request.signal, () =>
      withDeadline(clock, time, () => noAnswer(name), openWallet),
    )
  } catch (error) {
    if (request.signal.aborted) throw request.signal.reason
    throw walletErrorFrom(error, { wallet: name, method: 'enable' })
  } finally {
    isOver = true
    if (!connection) stop()
  }
  return connection
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
function askedNetworks(
  networks: PolkadotNetworks,
  request: Pick<ConnectRequest, 'networkIds'>,
): readonly PolkadotNetwork[] {
  const asked = request.networkIds.flatMap((id) => networks.get(id) ?? [])
  return asked.length > 0 ? asked : [...networks.values()]
}

/** Accounts of a Ledger, and those that a person has bound, are for one chain: that is then the reason. */
function noAccounts(
  wallet: string,
  shared: readonly WalletAccount[],
  asked: readonly PolkadotNetwork[],
): ConnectorError {
  const chains = [...new Set(shared.flatMap(({ genesisHash }) => genesisHash ?? []))]
  const [network] = asked
  if (chains.length === 0 || !network) {
    const sentence = `${wallet} shared no account for these networks. Choose an account there and try again.`
    return new ConnectorError(sentence, { code: 'WALLET_NO_ACCOUNTS', parameters: { wallet } })
  }
  return new ConnectorError(
    `${wallet} shared an account of another network only. Choose one there that can be used on ${network.name}, or let this one be used there, and try again.`,
    {
      code: 'WALLET_NO_ACCOUNTS',
      parameters: { wallet, network: network.name },
      metaMessages: [
        `Accounts are bound to the genesis hash: ${chains.map((chain) => chain.slice(0, 66)).join(', ')}`,
        `Asked for: ${asked.map(({ id }) => id).join(', ')}`,
      ],
    },
  )
}

function noAnswer(name: string): ConnectorError {
  return new ConnectorError(`${name} did not answer. Open it, and try again.`, {
    code: 'WALLET_TIMEOUT',
    parameters: { wallet: name },
  })
}
