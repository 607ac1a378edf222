import { untilAborted } from '@latchkey/kernel/chain'
import { BaseError, type NetworkId } from '@latchkey/kernel/plugin'
import type { OwnedCollectiblesPage, OwnedCollectiblesRequest } from '@latchkey/kernel/contracts'
import { toChecksumAddress } from '../../address.js'
import type { CapabilityTools } from '../../capabilities.js'
import type { EvmClient } from '../../clients.js'
import { type Ask, createAsk, toHex } from '../history/createAsk.js'
import { readLogs } from '../history/readLogs.js'
import { createWindow } from '../history/createWindow.js'
import { headerSchema } from '../history/rpcSchemas.js'
import { nodeError } from '../nodeError.js'
import { type Candidate, candidatesOf } from './candidatesOf.js'
import { describeItems } from './describeItems.js'
import { keepOwned } from './keepOwned.js'

/** Blocks of the first question of logs; it doubles while nodes answer. */
const firstChunk = 10_000n
/** Questions of logs, after which the page says how far it came. */
const chunkLimit = 8
/** Items that are checked. Somebody who was sent more has had them sent by spammers. */
const itemLimit = 200

/** Collectibles (ERC-721 and ERC-1155) that came in within a window and are still there. */
export function createCollectibles({ clients, networks, options }: CapabilityTools) {
  const readWindow = createWindow(options.history?.days)

  return {
    async read(request: OwnedCollectiblesRequest): Promise<OwnedCollectiblesPage> {
      const { networkId, signal } = request
      const account = toChecksumAddress(request.address)
      if (account === undefined) throw addressInvalid(request.address)
      signal?.throwIfAborted()
      const client = await clients.client(networkId)
      const name = networks.get(networkId)?.network.name ?? networkId
      const reading = readPage(client, networkId, account, signal).catch((error: unknown) => {
        throw signal?.aborted ? signal.reason : nodeError(error, name)
      })
      return untilAborted(signal, reading)
    },
  }

  async function readPage(
    client: EvmClient,
    networkId: NetworkId,
    account: `0x${string}`,
    signal: AbortSignal | undefined,
  ): Promise<OwnedCollectiblesPage> {
    const { candidates, from } = await search(createAsk(client, signal), networkId, account)
    const owned = await keepOwned(client, account, candidates)
    const items = await describeItems(client, owned, options)
    if (from <= 0n) return { items }
    const header = await createAsk(client, signal)('eth_getBlockByNumber', [toHex(from), false], headerSchema)
    // no money: milliseconds
    const since = header ? { since: Number(header.timestamp) * 1_000 } : {}
    return { items, searched: { fromBlock: from, ...since } }
  }

  /** What came in, newest first, and the oldest block that was looked at. */
  async function search(ask: Ask, networkId: NetworkId, account: `0x${string}`) {
    const { head, floor } = await readWindow(ask, networkId)
    const candidates = new Map<string, Candidate>()
    let from = head + 1n
    let size = firstChunk
    for (let round = 0; from > floor && round < chunkLimit && candidates.size < itemLimit; round += 1) {
      const to = from - 1n
      const range = await readLogs(ask, account, to - size + 1n > floor ? to - size + 1n : floor, to)
      for (const candidate of candidatesOf(range.logs, account)) {
        const key = `${candidate.address} ${candidate.id}`
        if (candidates.size < itemLimit && !candidates.has(key)) candidates.set(key, candidate)
      }
      from = range.from
      size *= 2n
    }
    return { candidates: [...candidates.values()], from }
  }
}

function addressInvalid(address: string): BaseError {
  return new BaseError('This is not an address of an EVM account.', {
    code: 'ADDRESS_INVALID',
    metaMessages: [`Received: "${String(address).slice(0, 80)}"`],
  })
}
