import { untilAborted } from '@latchkey/kernel/chain'
import type { BaseError } from '@latchkey/kernel/plugin'
import type {
  CollectibleReference,
  CollectibleTransfer,
  CollectibleTransferRequest,
  CollectibleTransfersCapability,
} from '@latchkey/kernel/contracts'
import { type Abi, type Address, encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem'
import * as z from 'zod/mini'
import { isSameAddress, toChecksumAddress } from '../../address.js'
import type { EvmCall } from '../../calls.js'
import type { CapabilityTools } from '../../capabilities.js'
import type { EvmClient } from '../../clients.js'
import { callAll } from '../callAll.js'
import { createAsk } from '../history/createAsk.js'
import { isUnreachable } from '../history/tokenFacts.js'
import { nodeError } from '../nodeError.js'
import { throwWhenUnreachable } from './keepOwned.js'
import { transferError } from './transferErrors.js'

const reading = parseAbi([
  'function ownerOf(uint256 id) view returns (address)',
  'function balanceOf(address account, uint256 id) view returns (uint256)',
]) as Abi
const single = parseAbi(['function safeTransferFrom(address from, address to, uint256 id)'])
const several = parseAbi([
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
])
const bytes = z.string().check(z.regex(/^0x[0-9a-f]*$/i, 'expected hex bytes'))
/** Takes whatever it is sent, and has no code on any network. */
const anybody: Address = '0x000000000000000000000000000000000000dEaD'
const highestId = 2n ** 256n - 1n

interface Item {
  readonly collection: Address
  readonly id: bigint
}

interface Transfer extends Item {
  readonly kind: 'erc721' | 'erc1155'
  readonly from: Address
  readonly to: Address
  readonly amount: bigint
}

/** Moves ERC-721 and ERC-1155 items by `safeTransferFrom`, which asks a receiver that is a contract. */
export function createTransfers({ clients, networks }: CapabilityTools): {
  readonly move: CollectibleTransfersCapability['prepare']
  readonly count: CollectibleTransfersCapability['count']
} {
  /** Asks the node, and says in our errors why it didn't answer. */
  async function onNode<T>(
    { networkId }: CollectibleReference,
    signal: AbortSignal | undefined,
    read: (client: EvmClient) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted()
    const client = await clients.client(networkId)
    const name = networks.get(networkId)?.network.name ?? networkId
    const answer = read(client).catch((error: unknown) => {
      throw signal?.aborted ? signal.reason : nodeError(error, name)
    })
    return untilAborted(signal, answer)
  }

  return {
    move(request) {
      return onNode(request, request.signal, (client) => prepare(client, request))
    },
    count(request) {
      return onNode(request, request.signal, async (client) => {
        const { counts } = await readCounts(client, itemOf(request), [addressOf(request.owner)])
        return counts[0] ?? 0n
      })
    },
  }
}

async function prepare(client: EvmClient, request: CollectibleTransferRequest): Promise<CollectibleTransfer> {
  const item = itemOf(request)
  const [from, to] = [addressOf(request.from), addressOf(request.to)]
  const { amount, signal } = request
  if (to === zeroAddress) throw transferError('COLLECTIBLE_TO_NOBODY')
  if (to === item.collection) throw transferError('COLLECTIBLE_TO_COLLECTION')
  if (to === from) throw transferError('COLLECTIBLE_TO_SELF')
  const { kind, counts } = await readCounts(client, item, [from, to])
  const [ownerHas = 0n, receiverHas = 0n] = counts
  if (amount <= 0n || ownerHas < amount) throw transferError('COLLECTIBLE_NOT_OWNED')
  const transfer: Transfer = { ...item, kind, from, to, amount }
  const refusal = await tryTransfer(client, transfer, signal)
  if (refusal) throw refusal
  return { calls: [callOf(transfer)], ownerHas, receiverHas }
}

/** How many of an item accounts have. What the contract doesn't answer is none. */
async function readCounts(
  client: EvmClient,
  { collection: address, id }: Item,
  accounts: readonly Address[],
): Promise<{ readonly kind: Transfer['kind']; readonly counts: readonly bigint[] }> {
  const [owner, ...balances] = await callAll(client, [
    { address, abi: reading, functionName: 'ownerOf', args: [id] },
    ...accounts.map((account) => ({
      ...{ address, abi: reading, functionName: 'balanceOf' },
      args: [account, id],
    })),
  ])
  throwWhenUnreachable([...(owner ? [owner] : []), ...balances])
  // Only ERC-721 has an owner of one item.
  if (owner?.status === 'success') {
    const counts = accounts.map((account) => (isSameAddress(String(owner.value), account) ? 1n : 0n))
    return { kind: 'erc721', counts }
  }
  const counts = balances.map((balance) => (balance.status === 'success' ? (balance.value as bigint) : 0n))
  return { kind: 'erc1155', counts }
}

function callOf({ kind, collection, from, to, id, amount }: Transfer): EvmCall & { readonly data: Hex } {
  const data =
    kind === 'erc721'
      ? encodeFunctionData({ abi: single, args: [from, to, id] })
      : encodeFunctionData({ abi: several, args: [from, to, id, amount, '0x'] })
  return { to: collection, data }
}

/** Why the node says that it would not go through, and who is to blame: the receiver's code, or the collection. */
async function tryTransfer(
  client: EvmClient,
  transfer: Transfer,
  signal: AbortSignal | undefined,
): Promise<BaseError | undefined> {
  const ask = createAsk(client, signal)
  const works = async (to: Address): Promise<boolean> => {
    try {
      await ask('eth_call', [{ from: transfer.from, ...callOf({ ...transfer, to }) }, 'latest'], bytes)
      return true
    } catch (error) {
      if (isUnreachable(error)) throw error
      return false
    }
  }
  if (await works(transfer.to)) return undefined
  const code = await ask('eth_getCode', [transfer.to, 'latest'], bytes)
  const isRefused = code !== '0x' && (await works(anybody))
  return transferError(isRefused ? 'COLLECTIBLE_RECEIVER_REFUSES' : 'COLLECTIBLE_STUCK')
}

function itemOf({ address, id }: CollectibleReference): Item {
  const collection = toChecksumAddress(address)
  const isId = /^\d{1,78}$/.test(id) && BigInt(id) <= highestId
  if (collection === undefined || !isId) throw transferError('COLLECTIBLE_NOT_OWNED')
  return { collection, id: BigInt(id) }
}

function addressOf(text: string): Address {
  const address = toChecksumAddress(text)
  if (address === undefined) throw transferError('COLLECTIBLE_TO_NOBODY')
  return address
}
