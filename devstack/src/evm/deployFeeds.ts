import { type Address, parseUnits } from 'viem'
import { artifacts } from './artifacts.js'
import { type Deployer, withDeployer } from './deployer.js'
import type { EvmStack } from './evmStack.js'

/** What `latestRoundData()` answers. Times are seconds since the epoch. */
export interface FeedRound {
  readonly roundId: bigint
  readonly answer: bigint
  readonly startedAt: bigint
  readonly updatedAt: bigint
  readonly answeredInRound: bigint
}

export interface EvmFeed {
  readonly address: Address
  /** `ETH / USD`. */
  readonly pair: string
  readonly decimals: number
  /** Changes parts of the round; the rest stays. */
  set(round: Partial<FeedRound>): Promise<void>
}

/** Oracle feeds on a local chain, with the functions of Chainlink's `AggregatorV3Interface`. */
export interface EvmFeeds {
  /** By pair. */
  readonly feeds: Readonly<Record<string, EvmFeed>>
  /** Says 0 while the sequencer works and 1 while it doesn't; it has worked for a day. */
  readonly sequencer: EvmFeed
}

const decimals = 8
/** What the coin, the tokens of every stack and the euro are worth: the pools of `deployAmm` have the same prices. */
const prices: Readonly<Record<string, string>> = {
  'ETH / USD': '3000',
  'LUSD / USD': '1',
  'LGLD / USD': '1.5',
  'LEGD / USD': '1',
  'EUR / USD': '1.08',
}
const day = 86_400n

/** Deploys a feed for each of the stack's assets, and one for a sequencer. */
export async function deployFeeds(stack: EvmStack): Promise<EvmFeeds> {
  const { client } = stack
  const { timestamp } = await client.getBlock()
  return withDeployer(client, async (deployer) => {
    const feeds: Record<string, EvmFeed> = {}
    for (const [pair, price] of Object.entries(prices)) {
      feeds[pair] = await deployFeed(stack, deployer, {
        pair,
        decimals,
        answer: parseUnits(price, decimals),
        time: timestamp,
      })
    }
    const uptime = { pair: 'L2 Sequencer Uptime Status Feed', decimals: 0, answer: 0n, time: timestamp - day }
    return { feeds, sequencer: await deployFeed(stack, deployer, uptime) }
  })
}

interface FirstAnswer {
  readonly pair: string
  readonly decimals: number
  readonly answer: bigint
  readonly time: bigint
}

async function deployFeed(
  { client }: EvmStack,
  deployer: Deployer,
  { pair, decimals: places, answer, time }: FirstAnswer,
): Promise<EvmFeed> {
  const { abi } = artifacts.priceFeed
  const address = await deployer.deploy(artifacts.priceFeed, [pair, places, answer, time])
  return {
    address,
    pair,
    decimals: places,
    async set(change) {
      const [roundId, value, startedAt, updatedAt, answeredInRound] = (await client.readContract({
        ...{ address, abi, functionName: 'latestRoundData' },
      })) as readonly [bigint, bigint, bigint, bigint, bigint]
      const next = { roundId, answer: value, startedAt, updatedAt, answeredInRound, ...change }
      const args = [next.roundId, next.answer, next.startedAt, next.updatedAt, next.answeredInRound]
      // The funded accounts go on having sent nothing.
      await withDeployer(client, (own) => own.call(address, abi, 'setRound', args))
    },
  }
}
