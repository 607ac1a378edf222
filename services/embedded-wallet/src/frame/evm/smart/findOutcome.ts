import { type Hex, isAddressEqual, parseEventLogs } from 'viem'
import { readContract } from 'viem/actions'
import { entryPoint07Abi } from 'viem/account-abstraction'
import type { Client } from '../node.js'
import { contracts, eventAbi } from './contracts.js'

/** The operation to look for. */
export interface SoughtOperation {
  readonly hash: Hex
  /** Operations that it replaces: they have the same calls and the same nonce, so at most one of all is carried out. */
  readonly earlier?: readonly Hex[] | undefined
  readonly sender: Hex
  readonly nonce: bigint
  /** The block that was the latest before the operation left. */
  readonly fromBlock: bigint
}

/** The outcome of an operation, as the chain reports it. */
export interface Outcome {
  /** Which one was carried out, where one replaces another. */
  readonly hash: Hex
  /** False when its calls were reverted. The fee is charged either way. */
  readonly isSuccess: boolean
  readonly transactionHash: Hex
  /** The transaction that carried it, with the logs of this operation alone. */
  readonly receipt: {
    readonly logs: readonly { readonly address: Hex; readonly data: Hex; readonly topics: readonly Hex[] }[]
    readonly status: '0x0' | '0x1'
    readonly blockHash: Hex
    readonly blockNumber: Hex
    readonly gasUsed: Hex
    readonly transactionHash: Hex
  }
}

const hashesOf = ({ hash, earlier = [] }: SoughtOperation): Hex[] => [hash, ...earlier]

/** What one look at the node found. */
export interface Sighting {
  readonly outcome?: Outcome
  /** Another operation used the nonce, so that this one can't be carried out any more. */
  readonly isReplaced: boolean
  /** Whether it was looked at everything up to the newest block. */
  readonly isWhole: boolean
  /** Where the next look may begin. */
  readonly nextBlock: bigint
}

/** Nodes refuse to search through many blocks at once. */
const blocksAtOnce = 1_000n
/** So that one look ends soon, after however many blocks. */
const searchesAtMost = 20
/** Logs can come from a node that doesn't have the newest blocks yet, and blocks can be replaced. */
const unsureBlocks = 500n

/**
 * Looks for the EntryPoint's event of the operation on the node, or of one that it replaces, and for one of another operation with its nonce. The account's own
 * nonce would tell less: with logs of a node that is behind, the operation would seem never to have been carried out.
 */
export async function lookFor(client: Client, sought: SoughtOperation): Promise<Sighting> {
  const known = hashesOf(sought)
  const newest = await client.getBlockNumber({ cacheTime: 0 })
  let from = sought.fromBlock
  for (let search = 0; search < searchesAtMost; search += 1) {
    const last = from + blocksAtOnce - 1n
    // A lagging node may be behind the block where the search begins.
    const end = newest < from ? from : newest
    const to = last < end ? last : end
    const events = await readEvents(client, sought, from, to)
    const own = events.find(({ args }) => known.includes(args.userOpHash))
    const outcome = own && (await readOutcome(client, own.args.userOpHash, own.transactionHash))
    const isReplaced = !own && events.some(({ args }) => args.nonce === sought.nonce)
    if (outcome || isReplaced)
      return { ...(outcome ? { outcome } : {}), isReplaced, isWhole: true, nextBlock: from }
    if (own) break
    from = to + 1n
    if (to >= newest) break
  }
  const sure = newest - unsureBlocks < from ? newest - unsureBlocks : from
  const nextBlock = sure > sought.fromBlock ? sure : sought.fromBlock
  return { isReplaced: false, isWhole: from > newest, nextBlock }
}

/** Finds the EntryPoint's event for the operation on the node. Returns nothing until there is one. */
export const findOutcome = async (client: Client, sought: SoughtOperation): Promise<Outcome | undefined> =>
  (await lookFor(client, sought)).outcome

async function readOutcome(client: Client, sought: Hex, hash: Hex): Promise<Outcome | undefined> {
  const receipt = await client.getTransactionReceipt({ hash })
  const told = parseEventLogs({ abi: eventAbi, eventName: 'UserOperationEvent', logs: receipt.logs }).filter(
    ({ address }) => isAddressEqual(address, contracts.entryPoint),
  )
  const own = told.find(({ args }) => args.userOpHash === sought)
  if (!own || receipt.status !== 'success') return undefined
  const before = told.filter(({ logIndex }) => logIndex < own.logIndex).at(-1)?.logIndex ?? -1
  const logs = receipt.logs.filter(({ logIndex }) => logIndex > before && logIndex <= own.logIndex)
  return {
    hash: own.args.userOpHash,
    isSuccess: own.args.success,
    transactionHash: receipt.transactionHash,
    receipt: {
      logs: logs.map(({ address, data, topics }) => ({ address, data, topics })),
      status: own.args.success ? '0x1' : '0x0',
      blockHash: receipt.blockHash,
      blockNumber: `0x${receipt.blockNumber.toString(16)}`,
      gasUsed: `0x${own.args.actualGasUsed.toString(16)}`,
      transactionHash: receipt.transactionHash,
    },
  }
}

export const readNonce = (client: Client, sender: Hex, key: bigint): Promise<bigint> =>
  readContract(client, {
    address: contracts.entryPoint,
    abi: entryPoint07Abi,
    functionName: 'getNonce',
    args: [sender, key],
  })

/** The events of the account's operations. */
const readEvents = (client: Client, { sender }: SoughtOperation, fromBlock: bigint, toBlock: bigint) =>
  client.getContractEvents({
    address: contracts.entryPoint,
    abi: eventAbi,
    eventName: 'UserOperationEvent',
    args: { sender },
    fromBlock,
    toBlock,
    strict: true,
  })
