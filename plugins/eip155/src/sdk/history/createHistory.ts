import { untilAborted } from '@latchkey/kernel/chain'
import type { HistoryGap, HistoryPage, HistoryRequest } from '@latchkey/kernel/contracts'
import type { NetworkId } from '@latchkey/kernel/plugin'
import { BaseError } from '@latchkey/kernel/plugin'
import { toChecksumAddress } from '../../address.js'
import type { CapabilityTools } from '../../capabilities.js'
import type { EvmClient } from '../../clients.js'
import { nodeError } from '../nodeError.js'
import { type Ask, createAsk, toHex } from './createAsk.js'
import { type Cursor, readCursor, writeCursor } from './cursor.js'
import { createBlockSearch } from './createBlockSearch.js'
import { describeFindings } from './describeFindings.js'
import { findCoinFloor } from './findCoinChanges.js'
import { createWindow } from './createWindow.js'
import { headerSchema } from './rpcSchemas.js'
import { createTokenFacts } from './tokenFacts.js'

const defaultLimit = 20
const largestLimit = 100

const internalUnseen: HistoryGap = {
  code: 'INTERNAL_TRANSFERS_UNSEEN',
  message: 'Some contract payouts may not appear here. Your balance has them.',
}

/**
 * Past transactions from what every node has: logs of tokens, and the account's nonce and coins at old blocks. Coins
 * that a contract paid out as part of somebody else's transaction leave no trace in either, and are not found.
 */
export function createHistory({ clients, networks, options }: CapabilityTools) {
  const facts = createTokenFacts()
  const search = createBlockSearch()
  const readWindow = createWindow(options.history?.days)

  return {
    async read(request: HistoryRequest): Promise<HistoryPage> {
      const { networkId, signal } = request
      const account = toChecksumAddress(request.address)?.toLowerCase()
      if (account === undefined) throw addressInvalid(request.address)
      signal?.throwIfAborted()
      const client = await clients.client(networkId)
      const name = networks.get(networkId)?.network.name ?? networkId
      const reading = readPage(client, request, account).catch((error: unknown) => {
        throw signal?.aborted ? signal.reason : nodeError(error, name)
      })
      return untilAborted(signal, reading)
    },
  }

  async function readPage(client: EvmClient, request: HistoryRequest, account: string): Promise<HistoryPage> {
    const ask = createAsk(client, request.signal)
    const limit = Math.min(Math.max(1, Math.floor(request.limit ?? defaultLimit)), largestLimit)
    const start =
      request.cursor === undefined ? await begin(ask, account, request.networkId) : readCursor(request.cursor)
    const network = networks.get(request.networkId)?.network ?? { id: request.networkId }
    const { findings, from, coinFloor } = await search(ask, account, start, limit, request.networkId)
    const records = await describeFindings(ask, client, network, account, findings, facts)
    const timeOf = async (block: bigint) => {
      const header = await ask('eth_getBlockByNumber', [toHex(block), false], headerSchema)
      // no money: milliseconds
      return header ? { since: Number(header.timestamp) * 1_000 } : {}
    }
    const isComplete = from <= 0n && coinFloor <= 0n
    const coin =
      coinFloor > from ? { coin: { fromBlock: coinFloor, ...(await timeOf(coinFloor)) } } : undefined
    return {
      transactions: records,
      gaps: [internalUnseen],
      ...(from > start.floor ? { next: writeCursor({ to: from - 1n, floor: start.floor, coinFloor }) } : {}),
      ...(isComplete ? {} : { searched: { fromBlock: from, ...(await timeOf(from)), ...coin } }),
    }
  }

  async function begin(ask: Ask, account: string, networkId: NetworkId): Promise<Cursor> {
    const { head, floor } = await readWindow(ask, networkId)
    return { to: head, floor, coinFloor: await findCoinFloor(ask, account, { floor, head }) }
  }
}

function addressInvalid(address: string): BaseError {
  return new BaseError('This is not an address of an EVM network.', {
    code: 'ADDRESS_INVALID',
    metaMessages: ['Expected 0x and 40 hex digits.', `Received: ${String(address).slice(0, 60)}`],
  })
}
