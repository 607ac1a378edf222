import type { Clock, LogService, NetworkId } from '@latchkey/kernel/plugin'
import type { PriceCurrency } from '@latchkey/kernel/contracts'
import type { Eip155ClientService, EvmClient } from '@latchkey/plugin-eip155'
import { type Address, parseAbi } from 'viem'
import { multicall, readContract } from 'viem/actions'
import { nameOfPriced } from '../../lazy/nameOfPriced.js'
import type { Priced, PriceReader, PriceReading } from '../../PriceSource.js'
import type { OracleFeed, OracleNetwork } from '../OracleNetwork.js'
import { isSequencerUp, judgeRound, type Round } from './judgeRound.js'

const abi = parseAbi([
  'function decimals() view returns (uint8)',
  'function description() view returns (string)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
  // Of Multicall3.
  'function getCurrentBlockTimestamp() view returns (uint256 timestamp)',
])
/** More calls than any network has feeds for: one request. */
const oneRequest = 2 ** 20

export interface OracleTools {
  readonly clients: Eip155ClientService
  readonly networks: Readonly<Record<NetworkId, OracleNetwork>>
  isListed(networkId: NetworkId): boolean
  readonly clock: Clock
  readonly log: LogService
}

interface Place {
  readonly networkId: NetworkId
  readonly feed: OracleFeed
}

export function createOracleReader({ clients, networks, isListed, clock, log }: OracleTools): PriceReader {
  const places = placesOf(networks)

  /** A feed on the asset's own network before one elsewhere. */
  function placeOf(asset: Priced): Place | undefined {
    const found = (places.get(nameOfFeed(asset)) ?? []).filter(({ networkId }) => isListed(networkId))
    return found.find(({ networkId }) => networkId === asset.networkId) ?? found[0]
  }

  async function readNetwork(networkId: NetworkId, feeds: readonly OracleFeed[]) {
    try {
      const { sequencer } = networks[networkId] as OracleNetwork
      return await readFeeds(
        await clients.client(networkId),
        feeds,
        sequencer,
        BigInt(Math.floor(clock.now() / 1_000)),
      )
    } catch (error) {
      log.warn(`The price feeds of ${networkId} can't be read.`, error)
      return undefined
    }
  }

  return {
    supports: (asset) => placeOf(asset) !== undefined,
    async read({ assets }) {
      const wanted = assets.map(placeOf)
      const ids = new Set(wanted.flatMap((place) => place?.networkId ?? []))
      const answers = await Promise.all(
        [...ids].map(async (networkId) => {
          const feeds = new Set(wanted.flatMap((place) => (place?.networkId === networkId ? place.feed : [])))
          return readNetwork(networkId, [...feeds])
        }),
      )
      if (answers.length > 0 && answers.every((answer) => answer === undefined)) {
        throw new Error('No network answered.')
      }
      const found = new Map(answers.flatMap((answer) => [...(answer ?? [])]))
      return wanted.map((place) => place && found.get(place.feed))
    },
  }
}

const nameOfFeed = (asset: Priced) => (asset.networkId === undefined ? asset.currency : nameOfPriced(asset))

function placesOf(networks: OracleTools['networks']): ReadonlyMap<string, readonly Place[]> {
  const places = new Map<string, Place[]>()
  for (const [networkId, { feeds }] of Object.entries(networks) as [NetworkId, OracleNetwork][]) {
    for (const feed of feeds) {
      for (const name of feed.prices) {
        const [network, address] = name.split('/')
        const key = address === undefined ? name : nameOfPriced({ networkId: network as NetworkId, address })
        places.set(key, [...(places.get(key) ?? []), { networkId, feed }])
      }
    }
  }
  return places
}

/** Everything in one request: rounds, places, names, the sequencer and the chain's clock. */
async function readFeeds(
  client: EvmClient,
  feeds: readonly OracleFeed[],
  sequencer: OracleNetwork['sequencer'],
  pageTime: bigint,
): Promise<ReadonlyMap<OracleFeed, PriceReading>> {
  const reads = [
    ...feeds.flatMap(({ address }) => [
      read(address, 'latestRoundData'),
      read(address, 'decimals'),
      read(address, 'description'),
    ]),
    ...(sequencer ? [read(sequencer.address, 'latestRoundData')] : []),
  ]
  const [time, ...answers] = await readTogether(client, reads)
  // A node that lags tells old rounds by an old clock, and a page's clock may be slow: the later of the two counts.
  const now = typeof time === 'bigint' && time > pageTime ? time : pageTime
  if (sequencer) {
    const round = answers.at(-1) as Round | undefined
    if (!round || !isSequencerUp(round, now, sequencer.gracePeriod)) return new Map()
  }
  return new Map(
    feeds.flatMap((feed, index) => {
      const [round, decimals, description] = answers.slice(3 * index, 3 * index + 3)
      if (!round || typeof decimals !== 'number' || !isPair(description, feed)) return []
      const price = judgeRound(round as Round, { heartbeat: feed.heartbeat, decimals, now })
      return price === undefined ? [] : [[feed, { price, in: unitOf(feed.pair) }]]
    }),
  )
}

type Read = 'latestRoundData' | 'decimals' | 'description' | 'getCurrentBlockTimestamp'

const read = (address: Address, functionName: Read) => ({ address, abi, functionName })

/** The chain's time first, where it can be had in the same request. What refuses is `undefined`. */
async function readTogether(
  client: EvmClient,
  reads: readonly ReturnType<typeof read>[],
): Promise<readonly unknown[]> {
  const multicall3 = client.chain.contracts?.multicall3?.address
  if (!multicall3) {
    const answers = await Promise.allSettled(reads.map((one) => readContract(client, one)))
    if (answers.every(({ status }) => status === 'rejected'))
      throw (answers[0] as PromiseRejectedResult).reason
    return [undefined, ...answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : undefined))]
  }
  const answers = await multicall(client, {
    contracts: [read(multicall3, 'getCurrentBlockTimestamp'), ...reads],
    allowFailure: true,
    batchSize: oneRequest,
  })
  if (answers.every(({ status }) => status === 'failure')) throw answers[0]?.error
  return answers.map(({ result }) => result)
}

const isPair = (description: unknown, { pair, formerly = pair }: OracleFeed) =>
  typeof description === 'string' && [plain(pair), plain(formerly)].includes(plain(description))
const plain = (text: string) => text.replace(/\s/g, '').toUpperCase()

/** What the second half of the pair is. Feeds are counted in US dollars, ether or bitcoin. */
function unitOf(pair: string): Priced {
  const [, unit = ''] = plain(pair).split('/')
  return { currency: unit.toLowerCase() as PriceCurrency }
}
