import type { FollowReplacementRequest, ReplaceWay, SubmittedReplacement } from '@latchkey/kernel/contracts'
import { type NetworkId, wait } from '@latchkey/kernel/plugin'
import { type Address, type Hex, numberToHex } from 'viem'
import { getBlockNumber } from 'viem/actions'
import { toChecksumAddress } from '../../address.js'
import type { CapabilityTools } from '../../capabilities.js'
import type { EvmClient } from '../../clients.js'
import { readTransactionHash } from '../../connect/answers.js'
import { awaitReceipt, findTransaction, type SentCall } from '../send/awaitReceipt.js'
import { readTrail, writeTrail } from '../send/followTransaction.js'
import { handOver } from '../send/handOver.js'
import { apart, awaitReplacement, type ReplacementWait } from './awaitReplacement.js'
import { type Pending, requirePending } from './readPending.js'

export interface Replacement {
  readonly tools: CapabilityTools
  readonly client: EvmClient
  readonly networkId: NetworkId
  readonly provider: unknown
  readonly way: ReplaceWay
  readonly pending: Pending
  /** What the wallet is asked for. */
  readonly next: Pending
}

const method = 'eth_sendTransaction'

/** Asks the wallet for a transaction with the nonce of the pending one, and looks at which nonce it used. */
export async function submitReplacement(
  { tools, client, networkId, provider, way, pending, next }: Replacement,
  handingOver: () => void,
): Promise<SubmittedReplacement> {
  const { from, nonce, hash: replaced } = pending
  const sentAfter = await getBlockNumber(client, { cacheTime: 0 })
  await requirePending(client, pending)
  const params = [transactionOf(next, client.chain.id)]
  const { answer } = await handOver({ tools, client, networkId, provider, from, method, params }, handingOver)
  const hash = readTransactionHash('The wallet', method, answer)
  const asked = next.to && { to: next.to, value: next.value, data: next.data }
  const sent = readBack(client, tools, hash)
  const trail = sent.then((known) => known && writeTrail(known, sentAfter, asked))
  const { clock, log } = tools
  return {
    ...track({ client, clock, log, hash, replaced, from, nonce, sentAfter, asked, way, sent }),
    trail,
  }
}

/** Waits for a replacement of an earlier page. @throws NetworkError `NETWORK_NOT_FOUND` */
export async function followReplacement(
  { clients, clock, log }: CapabilityTools,
  { networkId, from, id, trail, replaced, way }: FollowReplacementRequest,
): Promise<SubmittedReplacement> {
  const client = await clients.client(networkId)
  const known = readTrail(trail)
  const hash = id as Hex
  const sent = known ? Promise.resolve(known) : readBack(client, { clock, log }, hash)
  return track({
    ...{ client, clock, log, hash, way, sent },
    replaced: replaced as Hex,
    from: toChecksumAddress(from) as Address,
    nonce: known?.nonce ?? (await sent)?.nonce,
    sentAfter: known?.after ?? 0n,
    asked: known?.asked,
  })
}

interface Tracked extends ReplacementWait {
  readonly sent: Promise<SentCall | undefined>
}

function track(tracked: Tracked): SubmittedReplacement {
  const { hash, nonce, sent, replaced } = tracked
  // A wallet that names the pending one has made none.
  const takesPlace = sent.then((known) => known && known.nonce === nonce && hash !== replaced)
  return {
    id: hash,
    takesPlace,
    async wait(signal) {
      if ((await takesPlace) !== false) return awaitReplacement(tracked, signal)
      return { ...(await awaitReceipt({ ...tracked, signal })), ...apart, taken: hash, which: 'apart' }
    },
  }
}

function transactionOf({ from, to, data, value, gas, nonce, price, accessList }: Pending, chainId: number) {
  const quantities = { value, gas, nonce, chainId, ...price }
  const hexes = Object.entries(quantities).map(([name, quantity]) => [name, numberToHex(quantity)])
  return {
    from,
    ...(to === undefined ? {} : { to }),
    ...(data === '0x' ? {} : { data }),
    ...(accessList && accessList.length > 0 ? { accessList } : {}),
    ...Object.fromEntries(hexes),
  }
}

/** Milliseconds after which the node is asked again for what the wallet has only just sent. */
const pauses = [0, 250, 500, 1_000, 1_500]

async function readBack(
  client: EvmClient,
  { clock, log }: Pick<CapabilityTools, 'clock' | 'log'>,
  hash: Hex,
): Promise<SentCall | undefined> {
  for (const pause of pauses) {
    if (pause > 0) await wait(clock, pause)
    const found = await findTransaction(client, hash).catch((error: unknown) => {
      log.debug('The new transaction could not be read back; it is read again.', error)
      return undefined
    })
    if (found) return found
  }
  return undefined
}
