import type { HistoryCapability, HistoryPage, HistoryRequest } from '@latchkey/kernel/contracts'
import type { ApiPromise } from '@polkadot/api'
import type { PolkadotNetwork, PolkadotNetworks } from '../../networks.js'
import { networkOf } from '../networkOf.js'
import type { Chains } from '../chain/chains.js'
import { chainUnsupported, checkedAddress } from '../chain/readAccount.js'
import { type Cursor, readCursor, writeCursor } from './cursor.js'
import { findChanges, type StateAt } from './findChanges.js'
import { readBlock } from './readBlock.js'

const defaultLimit = 20
const largestLimit = 100
/** How many blocks behind the head nodes without an archive still know: 256, less what passes meanwhile. */
const recentBlocks = 240

const defaultWindow = 100_000

/**
 * Past extrinsics of an account within a window of blocks, up to the final head.
 *
 * @param given Blocks that are looked at; what is no positive number means the default.
 */
export function createHistory(networks: PolkadotNetworks, chains: Chains, given?: number): HistoryCapability {
  const window = given !== undefined && given >= 1 ? Math.floor(given) : defaultWindow
  return {
    async read(request: HistoryRequest): Promise<HistoryPage> {
      const network = networkOf(networks, request.networkId)
      const account = checkedAddress(network, request.address)
      const start = request.cursor === undefined ? undefined : readCursor(request.cursor)
      const limit = Math.min(Math.max(1, Math.floor(request.limit ?? defaultLimit)), largestLimit)
      return chains.read(network, request.signal, async (api) => {
        const stateAt = stateReader(api, network, account)
        const { to, floor } = start ?? (await begin(api, stateAt))
        const { blocks, from } = await findChanges(stateAt, { from: floor, to, limit })
        // A page that is full ends with its last block, so that the next one begins with a whole block.
        const oldest = blocks.length >= limit ? (blocks.at(-1) ?? from) : from
        const records = await Promise.all(blocks.map((block) => readBlock(api, network, account, block)))
        return {
          transactions: records.flat(),
          ...(oldest > floor ? { next: writeCursor({ to: oldest - 1, floor }) } : {}),
          ...(oldest > 1 ? { searched: await describe(api, oldest) } : {}),
        }
      })
    },
  }

  async function begin(api: ApiPromise, stateAt: StateAt): Promise<Cursor> {
    const head = await api.rpc.chain.getHeader(await api.rpc.chain.getFinalizedHead())
    const to = head.number.toNumber()
    const floors = new Set([to - window + 1, to - recentBlocks, to].map((block) => Math.max(0, block)))
    for (const floor of floors) {
      if (floor < to - window) continue
      if (floor === to || (await isKnown(stateAt, floor - 1))) return { to, floor }
    }
    return { to, floor: to }
  }
}

/** Nodes say in many ways that they dropped an old state; a node that went away is another matter. */
async function isKnown(stateAt: StateAt, block: number): Promise<boolean> {
  try {
    await stateAt(block)
    return true
  } catch (error) {
    if (/discarded|not found|unknown ?block|pruned|missing/i.test(String(error))) return false
    throw error
  }
}

function stateReader(api: ApiPromise, network: PolkadotNetwork, account: string): StateAt {
  const query = api.query['system']?.['account']
  if (!query) throw chainUnsupported(network, 'system.account')
  const key = query.key(account)
  return async (block) => {
    if (block < 0) return 'null'
    const hash = await api.rpc.chain.getBlockHash(block)
    return JSON.stringify((await api.rpc.state.getStorage(key, hash)) ?? null)
  }
}

async function describe(api: ApiPromise, block: number): Promise<NonNullable<HistoryPage['searched']>> {
  const then = await api.at(await api.rpc.chain.getBlockHash(block))
  const text = (await then.query['timestamp']?.['now']?.())?.toString() ?? ''
  // no money: milliseconds
  return { fromBlock: BigInt(block), ...(/^\d{10,16}$/.test(text) ? { since: Number(text) } : {}) }
}
