import type { Import } from './importLines.js'

/** The parts of an app for one chain. */
export interface Chain {
  /** The namespace of CAIP-2. */
  readonly id: string
  readonly label: string
  /** Its line in the list of plugins. */
  readonly imports: readonly Import[]
  readonly plugin: string
  /** The packages beside those that are imported. */
  readonly peers: readonly string[]
  /** The verifier of its sign-ins on a server. */
  readonly verifier: string
  /** The wallet that is on the page in development. */
  readonly testWallet: { readonly imports: readonly Import[]; readonly line: string }
  /** The wallet of the end-to-end test: the function that installs it, the name and the account that the page shows, and the account as a server spells it. */
  readonly e2eWallet: {
    readonly install: 'installEvmTestWallet' | 'installTestWallet'
    readonly options: string
    readonly name: string
    readonly account: string
    readonly accountId: string
  }
}

/** The chains to choose from, in the order in which an app lists them. The first one is where an app starts. */
export const chains: readonly Chain[] = [
  {
    id: 'eip155',
    label: 'Ethereum and other EVM networks',
    imports: [
      { from: '@latchkey/plugin-eip155', names: ['eip155'] },
      { from: '@latchkey/plugin-eip155/networks', names: ['base', 'mainnet'] },
    ],
    plugin: 'eip155({ networks: [mainnet, base] })',
    peers: ['viem'],
    verifier: 'eip155',
    testWallet: {
      imports: [{ from: '@latchkey/testkit/evm', names: ['createEvmTestWallet'] }],
      line: `createEvmTestWallet({ name: 'Ethereum test wallet', approval: 'prompt', chains: [{ chainId: 1, rpcUrl }] }).announce()`,
    },
    e2eWallet: {
      install: 'installEvmTestWallet',
      name: 'Ethereum test wallet',
      options: `{ name: 'Ethereum test wallet', chains: [{ chainId: 1, rpcUrl }] }`,
      account: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      accountId: 'eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    },
  },
  {
    id: 'solana',
    label: 'Solana',
    imports: [{ from: '@latchkey/plugin-solana', names: ['solana'] }],
    plugin: 'solana()',
    peers: [],
    verifier: 'solana',
    testWallet: {
      imports: [{ from: '@latchkey/testkit/solana', names: ['createSolanaTestWallet'] }],
      line: `createSolanaTestWallet({ name: 'Solana test wallet', approval: 'prompt', chains: [{ chain: 'solana:mainnet', rpcUrl }] }).register()`,
    },
    e2eWallet: {
      install: 'installTestWallet',
      name: 'Solana test wallet',
      options: `{ kind: 'solana', name: 'Solana test wallet', chains: [{ chain: 'solana:mainnet', rpcUrl }] }`,
      account: '5ySmGkJeTfddT5PAPZg1V35YpSHcjkNN1CE34tZQEdWq',
      accountId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:5ySmGkJeTfddT5PAPZg1V35YpSHcjkNN1CE34tZQEdWq',
    },
  },
  {
    id: 'bip122',
    label: 'Bitcoin',
    imports: [{ from: '@latchkey/plugin-bip122', names: ['bip122'] }],
    plugin: 'bip122()',
    peers: [],
    verifier: 'bip122',
    testWallet: {
      imports: [{ from: '@latchkey/testkit/bitcoin', names: ['createBitcoinTestWallet'] }],
      line: `createBitcoinTestWallet({ name: 'Bitcoin test wallet', approval: 'prompt', network: 'mainnet' }).register()`,
    },
    e2eWallet: {
      install: 'installTestWallet',
      name: 'Bitcoin test wallet',
      options: `{ kind: 'bitcoin', name: 'Bitcoin test wallet', network: 'mainnet' }`,
      account: 'bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te',
      accountId: 'bip122:000000000019d6689c085ae165831e93:bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te',
    },
  },
  {
    id: 'polkadot',
    label: 'Polkadot',
    imports: [{ from: '@latchkey/plugin-polkadot', names: ['polkadot'] }],
    plugin: 'polkadot()',
    peers: [],
    verifier: 'polkadot',
    testWallet: {
      imports: [{ from: '@latchkey/testkit/polkadot', names: ['createPolkadotTestWallet'] }],
      line: `createPolkadotTestWallet({ name: 'Polkadot test wallet', approval: 'prompt' }).inject()`,
    },
    e2eWallet: {
      install: 'installTestWallet',
      name: 'PolkadotTestWallet',
      options: `{ kind: 'polkadot', name: 'PolkadotTestWallet' }`,
      account: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
      accountId: 'polkadot:68d56f15f85d3136970ec16946040bc1:5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
    },
  },
]
