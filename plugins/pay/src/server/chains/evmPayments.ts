import * as z from 'zod/mini'
import type { ReadBill } from '../../bill/readBill.js'
import { httpRpc, type NodeRpc } from '../node/httpRpc.js'
import type { PaymentChain } from '../PaymentChain.js'
import { type PaymentRefusal, refuse } from '../Refusal.js'
import { evmAddress as address, isSameEvmAddress as isSame, readEvmTransfers } from './readEvmTransfers.js'

export interface EvmPaymentsOptions {
  /** CAIP-2: `eip155:1`. */
  readonly networkId: string
  /** JSON-RPC of a node that is trusted. */
  readonly url: string | NodeRpc
  /** Blocks from the payment's own to the newest one, both counted. `finalized`: as the network says. Default 12. */
  readonly confirmations?: number | 'finalized'
  /**
   * Whether the node has `debug_traceTransaction`: the coin is then found, too, when a contract pays it, as smart accounts do.
   * Default false, and such a payment is refused with `RECEIVER_WRONG`.
   */
  readonly traces?: boolean
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
  const { networkId, confirmations = 12, traces = false } = options
  const ask = typeof options.url === 'string' ? httpRpc(options.url) : options.url

  async function blockAt(tag: string): Promise<z.output<typeof blockSchema>> {
    return z.parse(blockSchema, await ask('eth_getBlockByNumber', [tag, false]))
  }

  /** Whether the block is deep enough in the chain. */
  async function isConfirmed(number: bigint): Promise<boolean> {
    const newest = await blockAt(confirmations === 'finalized' ? 'finalized' : 'latest')
    if (!newest) return false
    const depth = BigInt(newest.number) - number + 1n
    return depth >= (confirmations === 'finalized' ? 1n : BigInt(confirmations))
  }

  async function checkNetwork(): Promise<void> {
    const told = `eip155:${BigInt(z.parse(hex, await ask('eth_chainId', [])))}`
    if (told !== networkId) throw new Error(`it is of ${told}`)
  }

  return {
    supports: (id) => id === networkId,
    isSameAddress: isSame,
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
      if (!(await isConfirmed(BigInt(receipt.blockNumber)))) {
        return refuse('TRANSACTION_UNCONFIRMED', `Transaction ${id} isn't confirmed enough yet.`)
      }
      // no money: milliseconds
      const time = Number(BigInt(block.timestamp)) * 1000
      return {
        ok: true,
        transaction: id,
        time,
        ...(await readEvmTransfers(ask, traces, read, { id, ...receipt })),
      }
    },
  }
}

function checkBill({ bill, token }: ReadBill): PaymentRefusal | undefined {
  const isAddress = (value: string) => /^0x[\da-f]{40}$/i.test(value)
  if (!isAddress(bill.receiver))
    return refuse('BILL_INVALID', 'The receiver is no address of an EVM network.')
  const isKnown = token === undefined || (bill.asset.includes('/erc20:') && isAddress(token))
  return isKnown ? undefined : refuse('ASSET_UNSUPPORTED', `Only the coin and erc20 tokens can be checked.`)
}
