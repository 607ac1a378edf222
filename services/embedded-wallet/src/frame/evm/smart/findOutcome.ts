import { type Hex, isAddressEqual, parseEventLogs } from 'viem'
import { readContract } from 'viem/actions'
import { entryPoint07Abi } from 'viem/account-abstraction'
import type { Client } from '../node.js'
import { contracts, eventAbi } from './contracts.js'

/** The operation to look for. */
export interface SoughtOperation {
  readonly hash: Hex
  readonly sender: Hex
  readonly nonce: bigint
  /** The block that was the latest before the operation left. */
  readonly fromBlock: bigint
}

/** The outcome of an operation, as the chain reports it. */
export interface Outcome {
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

/** Finds the EntryPoint's event for the operation on the node. Returns nothing until there is one. */
export async function findOutcome(client: Client, sought: SoughtOperation): Promise<Outcome | undefined> {
  const [found] = await readEvents(client, sought, { userOpHash: sought.hash })
  if (!found) return undefined
  const receipt = await client.getTransactionReceipt({ hash: found.transactionHash })
  const told = parseEventLogs({ abi: eventAbi, eventName: 'UserOperationEvent', logs: receipt.logs }).filter(
    ({ address }) => isAddressEqual(address, contracts.entryPoint),
  )
  const own = told.find(({ args }) => args.userOpHash === sought.hash)
  if (!own || receipt.status !== 'success') return undefined
  const before = told.filter(({ logIndex }) => logIndex < own.logIndex).at(-1)?.logIndex ?? -1
  const logs = receipt.logs.filter(({ logIndex }) => logIndex > before && logIndex <= own.logIndex)
  return {
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

/**
 * Whether another operation used the nonce, so that this one can't be carried out any more. Told by that operation's event, and
 * not by the account's nonce: the logs can come from a node that doesn't have the newest blocks yet, and then this one would seem
 * never to have been carried out.
 */
export async function isReplaced(client: Client, sought: SoughtOperation): Promise<boolean> {
  const events = await readEvents(client, sought)
  return events.some(({ args }) => args.nonce === sought.nonce && args.userOpHash !== sought.hash)
}

/** The events of the account's operations since the one that's looked for was signed. */
const readEvents = (
  client: Client,
  { sender, fromBlock }: SoughtOperation,
  only: { readonly userOpHash?: Hex } = {},
) =>
  client.getContractEvents({
    address: contracts.entryPoint,
    abi: eventAbi,
    eventName: 'UserOperationEvent',
    args: { sender, ...only },
    fromBlock,
    strict: true,
  })
