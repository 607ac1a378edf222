import { decodeAbiParameters, type Hex, hexToBigInt, hexToNumber, numberToHex } from 'viem'
import * as z from 'zod/mini'
import type { ChainBlock, ChainTransaction, Movement } from '../chain.js'
import type { EvmReadClient } from './evmChain.js'
import type { ReadInternalTransfers } from './internalTransfers.js'

const hex = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value))

const transactionShape = z.object({
  hash: hex,
  from: hex,
  to: z.nullish(hex),
  value: hex,
  input: hex,
  authorizationList: z.optional(z.array(z.unknown())),
  nonce: hex,
  transactionIndex: hex,
})
const logShape = z.object({ address: hex, topics: z.array(hex), data: hex })
const receiptShape = z.object({
  transactionHash: hex,
  status: z.optional(hex),
  gasUsed: hex,
  effectiveGasPrice: z.optional(hex),
  l1Fee: z.nullish(hex),
  operatorFeeScalar: z.nullish(hex),
  operatorFeeConstant: z.nullish(hex),
  daFootprintGasScalar: z.nullish(hex),
  contractAddress: z.nullish(hex),
  logs: z.array(logShape),
})
const blockShape = z.object({
  number: hex,
  hash: hex,
  parentHash: hex,
  timestamp: hex,
  transactions: z.array(transactionShape),
})

type Transaction = z.infer<typeof transactionShape>
type Receipt = z.infer<typeof receiptShape>
type Log = z.infer<typeof logShape>

/** A payment that runs no contract takes so much where the network doesn't log its coin. */
const plainGas = 21_000n
/** The address by which a network logs each move of its coin (EIP-7708). */
const coinLogger = '0xfffffffffffffffffffffffffffffffffffffffe'

const topics = {
  /** ERC-20 and ERC-721 `Transfer(address,address,uint256)`. */
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  /** ERC-20 and ERC-721 `Approval(address,address,uint256)`. */
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  /** ERC-721 and ERC-1155 `ApprovalForAll(address,address,bool)`. */
  approvalForAll: '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  /** ERC-1155 `TransferSingle(address,address,address,uint256,uint256)`. */
  single: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  /** ERC-1155 `TransferBatch(address,address,address,uint256[],uint256[])`. */
  batch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
} as const

/** Reads a block with its receipts, which are asked for by its hash: a height may mean another block a moment later. */
export async function readBlock(
  client: EvmReadClient,
  height: number,
  readInternal: ReadInternalTransfers,
): Promise<ChainBlock> {
  const answer = await client.request({
    method: 'eth_getBlockByNumber',
    params: [numberToHex(height), true],
  })
  if (answer === null) throw new Error(`The node has no block ${height} any more.`)
  const block = blockShape.parse(answer)
  const receipts =
    block.transactions.length === 0 ? new Map<string, Receipt>() : await readReceipts(client, block.hash)
  const minedAt = hexToNumber(block.timestamp) * 1000
  const readTransaction = async (transaction: Transaction): Promise<ChainTransaction> => {
    const receipt = receipts.get(transaction.hash)
    if (!receipt) throw new Error(`The node has no receipt of ${transaction.hash}.`)
    const isFailed = receipt.status === '0x0'
    const movements = receipt.logs.flatMap(movementsOfLog)
    const value = hexToBigInt(transaction.value)
    const sender = transaction.from.toLowerCase()
    const receiver = (transaction.to ?? receipt.contractAddress)?.toLowerCase()
    const native: Movement = { asset: '', tokenId: '', sender, receiver, amount: value }
    const isLogged = movements.some(({ asset }) => asset === '')
    const hasRunCode = hexToBigInt(receipt.gasUsed) > plainGas
    const internal = !isFailed && !isLogged && hasRunCode ? await readInternal(transaction.hash) : []
    // The network logs no move from an account to itself.
    const coins = isLogged && sender !== receiver ? [] : [native, ...internal]
    return {
      id: transaction.hash,
      height,
      position: hexToNumber(transaction.transactionIndex),
      minedAt,
      sender,
      receiver,
      isFailed,
      operation: operationOf(receipt, transaction),
      nonce: hexToNumber(transaction.nonce),
      fee: feeOf(receipt),
      // Transfers of nothing are how look-alike addresses get into people's histories.
      movements: (isFailed ? [] : [...coins, ...movements]).filter(({ amount }) => amount > 0n),
    }
  }
  const transactions = await Promise.all(block.transactions.map(readTransaction))
  return { height, hash: block.hash, parentHash: block.parentHash, transactions }
}

/**
 * Adds up gas and what rollups charge beside it: the data on the chain below, and the operator by the formula of Isthmus or, where receipts
 * name the footprint of data, of Jovian (specs.optimism.io, protocol/jovian/exec-engine).
 */
function feeOf({ gasUsed, effectiveGasPrice, l1Fee, ...operator }: Receipt): bigint {
  const gas = hexToBigInt(gasUsed)
  const product = gas * hexToBigInt(operator.operatorFeeScalar ?? '0x0')
  const forOperator = operator.daFootprintGasScalar ? product * 100n : product / 1_000_000n
  const beside = hexToBigInt(l1Fee ?? '0x0') + hexToBigInt(operator.operatorFeeConstant ?? '0x0')
  return gas * hexToBigInt(effectiveGasPrice ?? '0x0') + forOperator + beside
}

async function readReceipts(client: EvmReadClient, blockHash: Hex): Promise<ReadonlyMap<string, Receipt>> {
  const answer = await client.request({ method: 'eth_getBlockReceipts', params: [blockHash] })
  const receipts = z.array(receiptShape).parse(answer)
  return new Map(receipts.map((receipt) => [receipt.transactionHash, receipt]))
}

function operationOf(receipt: Receipt, transaction: Transaction): ChainTransaction['operation'] {
  if (!transaction.to) return 'deploy'
  if (isCancel(transaction)) return 'cancel'
  const isApproval = receipt.logs.some(({ topics: [first] }) =>
    [topics.approval, topics.approvalForAll].some((topic) => topic === first),
  )
  return isApproval ? 'approve' : undefined
}

/** Whether it does nothing but use its nonce up. One that sets the account's own code (EIP-7702) is often sent to itself, too. */
function isCancel({ from, to, value, input, authorizationList = [] }: Transaction): boolean {
  const isEmpty = hexToBigInt(value) === 0n && input === '0x' && authorizationList.length === 0
  return isEmpty && to?.toLowerCase() === from.toLowerCase()
}

/** What a log says that moved. A log that only looks like a transfer and cannot be read is none. */
function movementsOfLog(log: Log): readonly Movement[] {
  const address = log.address.toLowerCase()
  const [name, ...indexed] = log.topics
  if (address === coinLogger && (name !== topics.transfer || indexed.length !== 2)) return []
  const asset = address === coinLogger ? '' : address
  try {
    if (name === topics.transfer) return transferOf(asset, indexed, log.data)
    if (name === topics.single && indexed.length === 3) {
      const [id, amount] = decodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], log.data)
      return [severalOf(asset, indexed, id, amount)]
    }
    if (name === topics.batch && indexed.length === 3) {
      const lists = [{ type: 'uint256[]' }, { type: 'uint256[]' }] as const
      const [ids, amounts] = decodeAbiParameters(lists, log.data)
      return ids.map((id, index) => severalOf(asset, indexed, id, amounts[index] ?? 0n))
    }
  } catch (error) {
    if (error instanceof Error) return []
    throw error
  }
  return []
}

function transferOf(asset: string, indexed: readonly Hex[], data: Hex): readonly Movement[] {
  const [sender, receiver, id] = indexed
  if (sender === undefined || receiver === undefined) return []
  const sides = { sender: addressOf(sender), receiver: addressOf(receiver) }
  if (id !== undefined) return [{ asset, tokenId: hexToBigInt(id).toString(), ...sides, amount: 1n }]
  const [amount] = decodeAbiParameters([{ type: 'uint256' }], data)
  return [{ asset, tokenId: '', ...sides, amount }]
}

function severalOf(
  asset: string,
  [, sender, receiver]: readonly Hex[],
  id: bigint,
  amount: bigint,
): Movement {
  const sides = {
    sender: sender && addressOf(sender),
    receiver: receiver && addressOf(receiver),
  }
  return { asset, tokenId: id.toString(), ...sides, amount }
}

const addressOf = (topic: Hex) => `0x${topic.slice(26).toLowerCase()}`
