import { type AccountAbstraction, startAccountAbstraction } from '@latchkey/devstack/account-abstraction'
import { startBitcoin } from '@latchkey/devstack/bitcoin'
import { startEmbeddedWallet } from '@latchkey/devstack/embedded-wallet'
import { startFarcaster } from '@latchkey/devstack/farcaster'
import {
  deployAmm,
  deployFeeds,
  deployShop,
  type EvmAmm,
  type EvmFeeds,
  type EvmShop,
  type EvmStack,
  startEvm,
} from '@latchkey/devstack/evm'
import {
  bitcoinListings,
  evmListings,
  polkadotListings,
  solanaListings,
  startOnramp,
} from '@latchkey/devstack/onramp'
import { startPolkadot } from '@latchkey/devstack/polkadot'
import { startRelay } from '@latchkey/devstack/relay'
import { type SolanaStack, startMarketMaker, startSolana } from '@latchkey/devstack/solana'
import { localMarket, startWalletData } from '@latchkey/service-wallet-data'
import type { FetchHandler } from '@latchkey/plugin-siwx/server'
import type { OracleFeed, OracleNetwork } from '@latchkey/plugin-prices/evm'
import type { EvmVenues } from '@latchkey/plugin-swap/evm'
import { createBitcoinTestWallet } from '@latchkey/testkit/bitcoin'
import { createWalletConnectWallet } from '@latchkey/testkit/walletconnect'
import { type Address, parseAbi, parseEther, parseUnits, toBytes } from 'viem'
import { bitcoinTestSeed } from './src/bitcoinTestSeed.js'
import type { LocalStack } from './src/localStack.js'
import { createMugShop } from './mugShop.js'
import { startFurnishedEvm } from './startFurnishedEvm.js'

export interface RunningStack {
  readonly stack: LocalStack
  /** One line per chain: where it is, or why it is not there. */
  readonly report: readonly string[]
  /** Absent where the bundler could not be started. */
  readonly sellMugs: FetchHandler | undefined
  /** Hands a `wc:` pairing link to the wallet across the room, as scanning the code would. */
  pair(uri: string): Promise<void>
  /** Gives an account coins of a local chain, and on EVM dollars of it, too. */
  fund(account: AccountToFund): Promise<void>
  stop(): Promise<void>
}

export interface AccountToFund {
  readonly namespace: string
  readonly address: string
  /** On EVM: no coins, so that the account can't pay a network fee. */
  readonly dollarsOnly?: boolean
}

const nameZone = 'latchkey.id'
const satoshisToPlayWith = 1_000_000_000n

type Start = <T extends { stop(): Promise<void> }>(
  name: string,
  run: () => Promise<T>,
  where: (chain: T) => string,
) => Promise<T | undefined>

/** Starts one thing after the other or at once, notes what became of each, and stops them together. */
function createStarter() {
  const stops: (() => Promise<void>)[] = []
  const report: string[] = []
  const start: Start = async (name, run, where) => {
    try {
      const started = await run()
      stops.push(started.stop)
      report.push(`${name.padEnd(10)} ${where(started)}`)
      return started
    } catch (error) {
      report.push(`${name.padEnd(10)} not started: ${(error as Error).message.split('\n')[0]}`)
      return undefined
    }
  }
  const stop = async () => {
    await Promise.allSettled(stops.map((end) => end()))
  }
  return { start, stop, report }
}

/** Starts every local chain at once. EVM must start; the report names others that couldn't. */
export async function startLocalStack(): Promise<RunningStack> {
  const { start, stop, report } = createStarter()
  const { first, second, ...others } = await startChains(start)
  if (!first || !second) {
    await stop()
    throw new Error(`The EVM chains could not be started.\n${report.join('\n')}`)
  }
  const chains: Chains = { first, second, ...others }
  await fillSavings(chains)
  const services = await startServices(start, chains)
  const { bundler, solana } = chains
  return {
    report,
    stop,
    sellMugs: bundler && createMugShop(bundler.shop, first),
    async pair(uri) {
      if (!services.phone) throw new Error('The wallet across the room was not started.')
      await services.phone.wallet.pair(uri)
    },
    fund: createFund([first, second], solana),
    stack: describeStack(chains, services),
  }
}

async function startChains(start: Start) {
  const starting = start(
    'Local One',
    () => startFurnishedEvm({ chainId: 31337, name: 'Local One' }),
    ({ url }) => url,
  )
  const [first, bundler, second, solana, bitcoin, polkadot] = await Promise.all([
    starting,
    // While the other chains start, because it takes as long as they do.
    starting.then(
      (chain) =>
        chain &&
        start(
          'Bundler',
          () => startShopping(chain),
          ({ bundlerUrl }) => `and a shop that pays network fees, ${bundlerUrl}`,
        ),
    ),
    start(
      'Local Two',
      () => startEvm({ chainId: 31338, name: 'Local Two' }),
      ({ url }) => url,
    ),
    start(
      'Solana',
      () => startSolana(),
      ({ url }) => url,
    ),
    start('Bitcoin', startFundedBitcoin, ({ url }) => url),
    start(
      'Polkadot',
      () => startPolkadot(),
      ({ url }) => url,
    ),
  ])
  return { first, bundler, second, solana, bitcoin, polkadot }
}

type Started = Awaited<ReturnType<typeof startChains>>
type Chains = Omit<Started, 'first' | 'second'> & {
  readonly first: NonNullable<Started['first']>
  readonly second: NonNullable<Started['second']>
}

async function startServices(start: Start, chains: Chains) {
  const { first, second, solana } = chains
  const listings = listingsOf(chains)
  // Before the pools, because one account deploys both.
  const login = await startLogin(start, chains)
  const [embeddedWallet, phone, walletData, amm, onramp, maker] = await Promise.all([
    login(),
    start(
      'Phone',
      () => startPhone([first, second]),
      ({ relayUrl }) => `a wallet over ${relayUrl}`,
    ),
    start(
      'Data',
      () =>
        startWalletData({
          ...localMarket,
          nodes: [first, second].map(({ url }) => ({ namespace: 'eip155', url })),
          zones: [nameZone],
        }),
      ({ url }) => url,
    ),
    start(
      'Pools',
      () => startPools(first, second),
      ({ pools }) => `${pools.length} of Uniswap v2 and v3 on Local One`,
    ),
    start(
      'Provider',
      () => startOnramp({ listings }),
      ({ url }) => `sells coins of these chains, ${url}`,
    ),
    solana &&
      start(
        'Maker',
        () => startMarketMaker(solana),
        ({ url }) => `trades tokens on Solana, ${url}`,
      ),
  ])
  return { embeddedWallet, phone, walletData, amm, onramp, maker }
}

type Services = Awaited<ReturnType<typeof startServices>>

/** Starts the registry of Farcaster. Returns what starts the embedded wallet, which logs in by it. */
async function startLogin(start: Start, { first, second, bundler }: Chains) {
  const farcaster = await start(
    'Farcaster',
    () => startFarcaster({ chain: second }),
    ({ server }) => server.relay,
  )
  return () =>
    start(
      'Email',
      // By host name, because passkeys belong to host names.
      () =>
        startEmbeddedWallet({
          social: true,
          hostName: 'localhost',
          ...(farcaster && { farcaster }),
          ...(bundler && { bundlers: { [`eip155:${first.chainId}`]: [bundler.bundlerUrl] } }),
        }),
      ({ mail }) => `${mail.url}, where codes arrive`,
    )
}

/** What the on-ramp provider sells. */
const listingsOf = ({ first, second, solana, bitcoin, polkadot }: Chains) => [
  ...[first, second].flatMap(evmListings),
  ...(solana ? solanaListings(solana) : []),
  ...(bitcoin ? bitcoinListings(bitcoin) : []),
  ...(polkadot ? polkadotListings(polkadot) : []),
]

/** Where the page finds all of it. */
function describeStack(chains: Chains, services: Services): LocalStack {
  const { bundler } = chains
  const { embeddedWallet, phone, walletData, onramp } = services
  return {
    ...(embeddedWallet && {
      embeddedWallet: { frameUrl: embeddedWallet.frameUrl, mailUrl: embeddedWallet.mail.url },
    }),
    ...(onramp && {
      onramp: {
        url: onramp.url,
        sessionUrl: onramp.sessionUrl,
        networkIds: [...new Set(listingsOf(chains).map(({ networkId }) => networkId))],
      },
    }),
    ...(bundler && { shop: { paymasterUrl: bundler.paymasterUrl } }),
    ...(phone && { relay: { url: phone.relayUrl } }),
    ...(walletData && { walletData: { url: walletData.url, nameZone } }),
    ...describeChains(chains, services),
  }
}

function describeChains({ first, second, solana, bitcoin, polkadot }: Chains, { amm, maker }: Services) {
  return {
    evm: {
      chains: [first, second].map(({ chain, url, tokens }) => ({
        // Its feeds say what everything is worth, which of a test network is nothing.
        chain: { ...chain, testnet: false },
        url,
        tokens: Object.values(tokens),
      })),
      accounts: first.residents.map((account) => account.privateKey),
      shopOwner: first.names.bob.address,
      feeds: amm?.feeds ?? {},
      venues: amm ? { [`eip155:${first.chainId}`]: venuesOf(first, amm) } : {},
    },
    ...(solana && {
      solana: {
        url: solana.url,
        genesisHash: solana.genesisHash,
        accounts: solana.accounts.slice(0, 2).map((account) => account.secretKey),
        ...(maker && { maker: { url: maker.url, tokensUrl: maker.tokensUrl, address: maker.address } }),
      },
    }),
    ...(bitcoin && { bitcoin: { url: bitcoin.url } }),
    ...(polkadot && {
      polkadot: {
        url: polkadot.url,
        genesisHash: polkadot.genesisHash as `0x${string}`,
        ss58Prefix: polkadot.ss58Prefix,
        symbol: polkadot.symbol,
        decimals: polkadot.decimals,
        accounts: polkadot.accounts.slice(0, 2).map((account) => account.uri),
      },
    }),
  }
}

/** The visitor's savings: on the other chain, and in the accounts without a past. */
const savings = [
  { chain: 'first', account: 1, coins: '0.6', dollars: '250' },
  { chain: 'second', account: 0, coins: '0.4', dollars: '320' },
  { chain: 'second', account: 2, coins: '0.15', dollars: '40' },
] as const

async function fillSavings(chains: Pick<Chains, 'first' | 'second'>): Promise<void> {
  for (const { chain, account, coins, dollars } of savings) {
    const [stack, owner] = [chains[chain], chains.first.residents[account]]
    if (!owner) throw new Error(`The visitor has no account ${account}.`)
    await stack.setBalance(owner.address, parseEther(coins))
    await giveDollars(stack, owner.address, parseUnits(dollars, stack.tokens.usd.decimals))
  }
}

function giveDollars({ client, accounts, tokens }: EvmStack, to: Address, amount: bigint) {
  return client.writeContract({
    account: accounts[0]?.address as Address,
    chain: null,
    address: tokens.usd.address,
    abi: parseAbi(['function transfer(address to, uint256 amount) returns (bool)']),
    functionName: 'transfer',
    args: [to, amount],
  })
}

/** What a smart account needs to act without coins: a bundler, and a shop whose paymaster pays for it. */
async function startShopping(chain: EvmStack): Promise<AccountAbstraction & { readonly shop: EvmShop }> {
  const shop = await deployShop(chain, '7.50')
  return { ...(await startAccountAbstraction(chain)), shop }
}

/** Pools on the first chain, and price feeds on both. */
async function startPools(first: EvmStack, second: EvmStack) {
  const amm = await deployAmm(first)
  const feeds = {
    [`eip155:${first.chainId}`]: feedsOf(first, await deployFeeds(first)),
    [`eip155:${second.chainId}`]: feedsOf(second, await deployFeeds(second)),
  }
  return { ...amm, feeds, stop: async () => undefined }
}

/** A day without renewal, as feeds of stable coins have: nobody renews these. */
const heartbeat = 86_400

function feedsOf({ chainId, tokens }: EvmStack, { feeds }: EvmFeeds): OracleNetwork {
  const networkId = `eip155:${chainId}` as const
  const assets: Readonly<Record<string, OracleFeed['prices']>> = {
    'ETH / USD': [networkId, 'eth'],
    'EUR / USD': ['eur'],
    ...Object.fromEntries(
      Object.values(tokens).map(({ symbol, address }) => [`${symbol} / USD`, [`${networkId}/${address}`]]),
    ),
  }
  return {
    feeds: Object.values(feeds).map(({ pair, address }) => ({
      pair,
      address,
      heartbeat,
      prices: assets[pair] ?? [],
    })),
  }
}

function venuesOf({ tokens }: EvmStack, { v2, v3, tokens: own }: EvmAmm): EvmVenues {
  return {
    wrapped: own.weth,
    v2: [{ name: 'Uniswap v2', router: v2.router }],
    v3: [{ name: 'Uniswap v3', quoter: v3.quoter, router: v3.router02 }],
    tokens: [tokens.usd, tokens.gold, own.permit, own.whole],
  }
}

/** Coins for an account that has none, as a faucet of a test network gives them. */
function createFund(
  chains: readonly EvmStack[],
  solana: SolanaStack | undefined,
): (account: AccountToFund) => Promise<void> {
  return async ({ namespace, address, dollarsOnly }) => {
    if (namespace === 'solana' && solana) return void (await solana.airdrop(address, 2_000_000_000n))
    if (namespace !== 'eip155') throw new Error(`There is no faucet for ${namespace}.`)
    for (const chain of chains) {
      if (!dollarsOnly) await chain.setBalance(address as Address, 10n ** 18n)
      await giveDollars(chain, address as Address, 100_000_000n)
    }
  }
}

/** A wallet with a phone's distance from the page: it hears of it only over the relay, and agrees to everything. */
async function startPhone(chains: readonly EvmStack[]) {
  const relay = await startRelay()
  const networks = chains.map(({ chainId }) => `eip155:${chainId}`)
  const wallet = await createWalletConnectWallet({
    relayUrl: relay.url,
    name: 'Test wallet on a phone',
    policies: { proposal: 'approve', request: 'approve', authentication: 'approve' },
    networks: { eip155: networks },
    keys: { eip155: (chains[0]?.accounts.slice(3, 5) ?? []).map(({ privateKey }) => toBytes(privateKey)) },
    rpcUrls: Object.fromEntries(chains.map(({ chainId, url }) => [`eip155:${chainId}`, url])),
  })
  return {
    wallet,
    relayUrl: relay.url,
    async stop() {
      await wallet.close()
      await relay.stop()
    },
  }
}

async function startFundedBitcoin() {
  const bitcoin = await startBitcoin()
  const [account] = createBitcoinTestWallet({ seed: bitcoinTestSeed }).accounts
  if (account) await bitcoin.faucet(account.payment, satoshisToPlayWith)
  return bitcoin
}
