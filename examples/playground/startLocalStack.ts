import { startBitcoin } from '@latchkey/devstack/bitcoin'
import { startEvm } from '@latchkey/devstack/evm'
import { startPolkadot } from '@latchkey/devstack/polkadot'
import { startSolana } from '@latchkey/devstack/solana'
import { createBitcoinTestWallet } from '@latchkey/testkit/bitcoin'
import { bitcoinTestSeed } from './src/bitcoinTestSeed.js'
import type { LocalStack } from './src/localStack.js'

export interface RunningStack {
  readonly stack: LocalStack
  /** One line per chain: where it is, or why it is not there. */
  readonly report: readonly string[]
  stop(): Promise<void>
}

const satoshisToPlayWith = 1_000_000_000n

/** Starts every local chain at once. EVM must start; another one that cannot is left out and said. */
export async function startLocalStack(): Promise<RunningStack> {
  const stops: (() => Promise<void>)[] = []
  const report: string[] = []

  async function start<T extends { stop(): Promise<void> }>(
    name: string,
    run: () => Promise<T>,
    where: (chain: T) => string,
  ): Promise<T | undefined> {
    try {
      const chain = await run()
      stops.push(chain.stop)
      report.push(`${name.padEnd(10)} ${where(chain)}`)
      return chain
    } catch (error) {
      report.push(`${name.padEnd(10)} not started: ${(error as Error).message.split('\n')[0]}`)
      return undefined
    }
  }

  const [first, second, solana, bitcoin, polkadot] = await Promise.all([
    start(
      'Local One',
      () => startEvm({ chainId: 31337, name: 'Local One' }),
      ({ url }) => url,
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
  const stop = async () => {
    await Promise.allSettled(stops.map((end) => end()))
  }
  if (!first || !second) {
    await stop()
    throw new Error(`The EVM chains could not be started.\n${report.join('\n')}`)
  }
  return {
    report,
    stop,
    stack: {
      evm: {
        chains: [first, second].map(({ chain, url, tokens }) => ({
          chain,
          url,
          tokens: Object.values(tokens),
        })),
        accounts: first.accounts.slice(0, 3).map((account) => account.privateKey),
      },
      ...(solana && {
        solana: {
          url: solana.url,
          genesisHash: solana.genesisHash,
          accounts: solana.accounts.slice(0, 2).map((account) => account.secretKey),
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
    },
  }
}

async function startFundedBitcoin() {
  const bitcoin = await startBitcoin()
  const [account] = createBitcoinTestWallet({ seed: bitcoinTestSeed }).accounts
  if (account) await bitcoin.faucet(account.payment, satoshisToPlayWith)
  return bitcoin
}
