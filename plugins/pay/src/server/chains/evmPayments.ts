import * as z from 'zod/mini'
import type { ReadBill } from '../../bill/readBill.js'
import { httpRpc, type NodeRpc } from '../node/httpRpc.js'
import type { PaymentChain } from '../PaymentChain.js'
import { type PaymentRefusal, refuse } from '../Refusal.js'
import { readBlockName, writeBlockName } from './blockName.js'
import { evmAddress as address, isSameEvmAddress as isSame, readEvmTransfers } from './readEvmTransfers.js'

export interface EvmPaymentsOptions {
  /** CAIP-2: `eip155:1`. */
  readonly networkId: string
  /** JSON-RPC of a node that is trusted. */
  readonly url: string | NodeRpc
  /**
   * How sure the payment must be. `finalized`: the network can't take it back any more. `safe`: only an attack with a great part of the
   * stake, or of the rollup's operator, could. `{ seconds }`: the network's newest block was made so many seconds after the payment's own.
   * A number: so many blocks, the payment's own counted; for chains that somebody runs alone, because what a block stands for differs
   * (12 s on Ethereum, 200 ms on Base since November 2026). Default `finalized`.
   */
  readonly confirmations?: 'finalized' | 'safe' | { readonly seconds: number } | number | undefined
  /**
   * Whether the node has `debug_traceTransaction`: the coin is then found, too, when a contract pays it, as smart accounts do.
   * Default false, and such a payment is refused with `RECEIVER_WRONG`.
   */
  readonly traces?: boolean | undefined
}

const hex = z.string().check(z.regex(/^0x[\da-f]*$/i))
const receiptSchema = z.nullable(
  z.object({
    status: hex,
    blockHash: hex,
    blockNumber: hex,
    logs: z.array(z.object({ address, topics: z.array(hex), data: hex })),
  }),
)
const blockSchema = z.nullable(z.object({ hash: hex, number: hex, timestamp: hex }))

/** Payments on one EVM network: of the coin, and of tokens of ERC-20. */
export function evmPayments(options: EvmPaymentsOptions): PaymentChain {
  const { networkId, confirmations = 'finalized', traces = false } = options
  checkConfirmations(confirmations)
  const ask = typeof options.url === 'string' ? httpRpc(options.url) : options.url

  const blockAt = (tag: string) => readBlock(ask, tag)

  async function checkNetwork(): Promise<void> {
    const told = `eip155:${BigInt(z.parse(hex, await ask('eth_chainId', [])))}`
    if (told !== networkId) throw new Error(`it is of ${told}`)
  }

  return {
    supports: (id) => id === networkId,
    isSameAddress: isSame,
    async hasLost(name) {
      const named = readBlockName(name)
      const block = named && (await blockAt(`0x${named.number.toString(16)}`))
      return !!block && block.hash.toLowerCase() !== named.hash
    },
    async find(read, transaction) {
      if (!/^0x[\da-f]{64}$/i.test(transaction)) {
        return refuse('TRANSACTION_MALFORMED', 'Expected a transaction hash: 0x and 64 hexadecimal digits.')
      }
      const refused = checkBill(read)
      if (refused) return refused
      const id = transaction.toLowerCase()
      await checkNetwork()
      const receipt = z.parse(receiptSchema, await ask('eth_getTransactionReceipt', [id]))
      const block = receipt && (await blockAt(receipt.blockNumber))
      // A node may still tell of a transaction whose block the chain has taken back.
      if (!receipt || !block || block.hash !== receipt.blockHash) {
        return refuse('TRANSACTION_UNKNOWN', `The chain has no transaction ${id} in a block.`)
      }
      if (BigInt(receipt.status) !== 1n) {
        return refuse('TRANSACTION_FAILED', `Transaction ${id} failed on the chain and moved nothing.`)
      }
      if (!(await isConfirmed(ask, confirmations, block))) {
        return refuse('TRANSACTION_UNCONFIRMED', `Transaction ${id} isn't confirmed enough yet.`)
      }
      return {
        ok: true,
        transaction: id,
        // no money: milliseconds
        time: Number(BigInt(block.timestamp)) * 1000,
        block: nameOf(block),
        ...(await readEvmTransfers(ask, traces, read, { id, ...receipt })),
      }
    },
  }
}

type Block = NonNullable<z.output<typeof blockSchema>>
type Confirmations = NonNullable<EvmPaymentsOptions['confirmations']>

async function readBlock(ask: NodeRpc, tag: string): Promise<Block | null> {
  return z.parse(blockSchema, await ask('eth_getBlockByNumber', [tag, false]))
}

/** Says whether the chain will keep the block, as sure as was asked for. */
async function isConfirmed(ask: NodeRpc, confirmations: Confirmations, block: Block): Promise<boolean> {
  const newest = await readBlock(ask, typeof confirmations === 'string' ? confirmations : 'latest')
  if (!newest) return false
  const depth = BigInt(newest.number) - BigInt(block.number)
  if (typeof confirmations === 'string') return depth >= 0n
  if (typeof confirmations === 'number') return depth + 1n >= BigInt(confirmations)
  // no money: seconds
  return Number(BigInt(newest.timestamp) - BigInt(block.timestamp)) >= confirmations.seconds
}

/** @throws RangeError for what a payment could never reach, or reaches at once. */
function checkConfirmations(confirmations: Confirmations): void {
  const isWord = confirmations === 'finalized' || confirmations === 'safe'
  const isCount = typeof confirmations === 'number' && Number.isInteger(confirmations) && confirmations > 0
  const isTime =
    typeof confirmations === 'object' && Number.isFinite(confirmations?.seconds) && confirmations.seconds > 0
  if (isWord || isCount || isTime) return
  throw new RangeError(
    `confirmations of evmPayments: expected 'finalized', 'safe', { seconds } or a number of blocks, each above 0. Received: ${JSON.stringify(confirmations)}`,
  )
}

const nameOf = ({ number, hash }: { readonly number: string; readonly hash: string }) =>
  writeBlockName({ number: Number(BigInt(number)), hash: hash.toLowerCase() })

function checkBill({ bill, token }: ReadBill): PaymentRefusal | undefined {
  const isAddress = (value: string) => /^0x[\da-f]{40}$/i.test(value)
  if (!isAddress(bill.receiver))
    return refuse('BILL_INVALID', 'The receiver is no address of an EVM network.')
  const isKnown = token === undefined || (bill.asset.includes('/erc20:') && isAddress(token))
  return isKnown ? undefined : refuse('ASSET_UNSUPPORTED', `Only the coin and erc20 tokens can be checked.`)
}
