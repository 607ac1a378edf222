import {
  type Account,
  type Connection,
  Connector,
  type ConnectorContribution,
  ConnectorError,
  definePlugin,
  Namespace,
  UserRejectedError,
  type NamespaceId,
  type Network,
  type NetworkId,
  type Plugin,
} from '@latchkey/kernel/plugin'
import {
  accountId,
  Balance,
  type Capability,
  capability,
  type ConnectionChange,
  Explorer,
} from '@latchkey/kernel/contracts'

export const alice = '0xA11ce5000000000000000000000000000000A11c'
export const bob = '0xB0b0000000000000000000000000000000000B0b'
const solanaAddress = '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK'

const network = (id: NetworkId, name: string, symbol: string, over: Partial<Network> = {}): Network => ({
  id,
  namespace: id.slice(0, id.indexOf(':')),
  name,
  nativeCurrency: { name: symbol, symbol, decimals: symbol === 'SOL' ? 9 : 18 },
  rpcUrls: [],
  ...over,
})

export const ethereum = network('eip155:1', 'Ethereum', 'ETH')
export const base = network('eip155:8453', 'Base', 'ETH')
export const closedNetwork = network('eip155:7', 'Harbour', 'ETH', {
  closed: {
    on: '2026-07-31',
    say: 'Its transactions have stopped. See harbour.example for what you hold there.',
  },
})
const sepolia = network('eip155:11155111', 'Sepolia', 'ETH', { testnet: true })
export const solana = network('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana', 'SOL')
export const manyNetworks: readonly Network[] = [
  ethereum,
  base,
  network('eip155:10', 'Optimism', 'ETH'),
  network('eip155:137', 'Polygon', 'POL'),
  network('eip155:42161', 'Arbitrum One', 'ETH'),
  network('eip155:43114', 'Avalanche', 'AVAX'),
  sepolia,
]

export interface FakeWalletOptions extends Partial<ConnectorContribution> {
  readonly addresses?: readonly string[]
  readonly accounts?: readonly Account[]
  readonly networkId?: NetworkId
  readonly approvedNetworks?: Connection['approvedNetworks']
  /** What tells its sessions apart, and what the wallet behind the session calls itself. */
  readonly key?: string
  readonly wallet?: Connection['wallet']
  /** Default `approve`. `hold` waits until it is released. */
  readonly answer?: 'approve' | 'reject' | 'hold' | 'fail'
}

/** A connector that does as it is told. */
export interface FakeWallet {
  readonly connector: ConnectorContribution
  answer: 'approve' | 'reject' | 'hold' | 'fail'
  switchAnswer: 'approve' | 'reject' | 'hold' | 'fail'
  readonly requests: { readonly namespaces: readonly NamespaceId[]; readonly signal: AbortSignal }[]
  /** Tells the app of a change, as a wallet does. */
  change(change: ConnectionChange): void
  /** Has the next session be of another wallet. */
  become(key: string, name: string): void
  /** Lets what is held go on. */
  release(): void
}

export function fakeWallet(id: string, options: FakeWalletOptions = {}): FakeWallet {
  const {
    addresses = [alice],
    accounts,
    networkId = ethereum.id,
    approvedNetworks,
    answer,
    key,
    wallet: own,
    ...over
  } = options
  let session = { key, wallet: own }
  let onChange: (change: ConnectionChange) => void = () => {}
  // Asked as it connects, the person declines to leave a network that the app doesn't list.
  let staysAtFirst = networkId === 'eip155:999999'
  const held: (() => void)[] = []
  const settle = async (how: FakeWallet['answer']) => {
    if (how === 'hold') await new Promise<void>((resolve) => held.push(resolve))
    if (how === 'reject') throw new UserRejectedError()
    if (how === 'fail')
      throw new ConnectorError('The wallet is locked. Unlock it and try again.', { code: 'WALLET_LOCKED' })
  }
  const wallet: FakeWallet = {
    answer: answer ?? 'approve',
    switchAnswer: 'approve',
    requests: [],
    change: (change) => onChange(change),
    become(next, name) {
      session = { key: next, wallet: { name } }
    },
    release: () => {
      if (wallet.answer === 'hold') wallet.answer = 'approve'
      if (wallet.switchAnswer === 'hold') wallet.switchAnswer = 'approve'
      for (const go of held.splice(0)) go()
    },
    connector: {
      id,
      name: id,
      group: 'announced',
      namespaces: ['eip155'],
      readiness: () => 'installed',
      async connect(request) {
        wallet.requests.push({ namespaces: request.namespaces, signal: request.signal })
        await settle(wallet.answer)
        onChange = request.onChange
        const namespace = request.namespaces[0] ?? 'eip155'
        const current = namespace === 'solana' ? solana.id : networkId
        const found =
          accounts ??
          (namespace === 'solana' ? [solanaAddress] : addresses).map(
            (address): Account => ({ id: accountId(current, address), namespace, address, kind: 'eoa' }),
          )
        return {
          accounts: found,
          networks: { [namespace]: current },
          ...(approvedNetworks ? { approvedNetworks } : {}),
          ...session,
          provider: () => ({ isFake: true }),
          async switchNetwork(next) {
            const isFirst = staysAtFirst
            staysAtFirst = false
            await settle(isFirst ? 'reject' : wallet.switchAnswer)
            onChange({ networks: { [namespace]: next } })
          },
          disconnect: async () => {},
        }
      },
      ...over,
    },
  }
  return wallet
}

export interface FakeChainOptions {
  readonly wallets?: readonly FakeWallet[]
  readonly networks?: readonly Network[]
  readonly solana?: boolean
  readonly balance?: () => Promise<bigint>
  readonly capabilities?: readonly Capability[]
}

/** A plugin with an EVM-like namespace, if wanted a second one, and the given wallets. */
export function fakeChain(options: FakeChainOptions = {}): Plugin {
  const { networks = [ethereum, base, sepolia], balance = async () => 1_234_567_890_123_456_789n } = options
  return definePlugin({
    id: 'test.chain',
    kernel: '^1.0.0',
    setup(context) {
      context.add(Namespace, {
        id: 'eip155',
        label: { section: 'networks', key: 'evmNetworks', text: 'EVM networks' },
        networks,
        isAddress: (value) => /^0x[0-9a-f]{40}$/i.test(value),
        isSameAddress: (left, right) => left.toLowerCase() === right.toLowerCase(),
        capabilities: [
          ...(options.capabilities ?? []),
          capability(Balance, {
            native: async () => ({ value: await balance(), decimals: 18, symbol: 'ETH' }),
          }),
          capability(Explorer, {
            addressUrl: (_, address) => `https://explorer.example/address/${address}`,
            transactionUrl: () => undefined,
          }),
        ],
      })
      if (options.solana) {
        context.add(Namespace, {
          id: 'solana',
          label: 'Solana',
          networks: [solana],
          isAddress: (value) => value.length > 31,
          isSameAddress: (left, right) => left === right,
          capabilities: [],
        })
      }
      for (const wallet of options.wallets ?? []) context.add(Connector, wallet.connector)
    },
  })
}
