import * as z from 'zod/mini'
import type { ReadBill } from '../../bill/readBill.js'
import type { NodeRpc } from '../node/httpRpc.js'
import type { FoundTransaction, FoundTransfer } from '../PaymentChain.js'

const hex = z.string().check(z.regex(/^0x[\da-f]*$/i))
export const evmAddress: z.ZodMiniType<string, string> = z.string().check(z.regex(/^0x[\da-f]{40}$/i))
const address = evmAddress
const transactionSchema = z.nullable(
  z.object({ to: z.nullable(address), from: address, value: hex, blockHash: z.nullable(hex) }),
)

interface Call {
  readonly type: string
  readonly from: string
  readonly to?: string | undefined
  readonly value?: string | undefined
  readonly error?: string | undefined
  readonly calls?: readonly Call[] | undefined
}
const callSchema: z.ZodMiniType<Call> = z.object({
  type: z.string(),
  from: address,
  to: z.optional(address),
  value: z.optional(hex),
  error: z.optional(z.string()),
  get calls() {
    return z.optional(z.array(callSchema))
  },
})

/** `Transfer(address,address,uint256)` of ERC-20. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** The address by which a network logs each move of its coin (EIP-7708). */
const coinLogger = '0xfffffffffffffffffffffffffffffffffffffffe'

/** What a receipt says, beside the id that it was asked for by. */
export interface EvmReceipt {
  readonly id: string
  readonly logs: readonly {
    readonly address: string
    readonly topics: readonly string[]
    readonly data: string
  }[]
}

/** What a transaction moved of the bill's asset to its receiver, and what it moved there or of that instead. */
export async function readEvmTransfers(
  ask: NodeRpc,
  traces: boolean,
  { bill, token }: ReadBill,
  receipt: EvmReceipt,
): Promise<Pick<FoundTransaction, 'transfers' | 'instead'>> {
  const { id } = receipt
  const logs = receipt.logs.flatMap((log, place) => readTransfer(log, `${id}#log${place}`) ?? [])
  const received = logs.filter(({ to }) => isSameEvmAddress(to, bill.receiver))
  const logged = received.filter(({ token: writer }) => isSameEvmAddress(writer, coinLogger))
  const coins = traces
    ? await traceCoins(ask, id, bill.receiver)
    : mergeCoins(await readCoins(ask, id, bill.receiver), logged)
  const tokens = received.filter((log) => token !== undefined && isSameEvmAddress(log.token, token))
  return {
    transfers: token === undefined ? coins : tokens,
    instead: received.length > 0 || coins.length > 0 ? 'asset' : 'receiver',
  }
}

/**
 * Joins the transaction's own payment with those that the network logged: the first of equal ones is its own, and keeps its key,
 * which an earlier reading may have counted.
 */
function mergeCoins(
  carried: readonly FoundTransfer[],
  logged: readonly FoundTransfer[],
): readonly FoundTransfer[] {
  const [own] = carried
  const same = logged.find(({ units, payers }) => own?.units === units && isSamePayer(own, payers))
  const others = logged.filter((one) => one !== same)
  return [...carried, ...others.map(({ key, units, payers }) => ({ key, units, payers }))]
}

const isSamePayer = ({ payers: [left = ''] }: FoundTransfer, [right = '']: FoundTransfer['payers']) =>
  isSameEvmAddress(left, right)

/** What the transaction itself carries. */
async function readCoins(ask: NodeRpc, id: string, receiver: string): Promise<readonly FoundTransfer[]> {
  const sent = z.parse(transactionSchema, await ask('eth_getTransactionByHash', [id]))
  if (!sent || sent.to === null || !isSameEvmAddress(sent.to, receiver)) return []
  if (isSameEvmAddress(sent.from, receiver)) return []
  const units = BigInt(sent.value)
  return units > 0n ? [{ key: id, units, payers: [sent.from] }] : []
}

/** What it and all that it calls carry. */
async function traceCoins(ask: NodeRpc, id: string, receiver: string): Promise<readonly FoundTransfer[]> {
  const root = z.parse(callSchema, await ask('debug_traceTransaction', [id, { tracer: 'callTracer' }]))
  const payments: FoundTransfer[] = []
  let place = 0
  function walk(call: Call): void {
    // What a call that failed paid was taken back, with all below it.
    if (call.error !== undefined) return
    place += 1
    const units = BigInt(call.value ?? '0x0')
    const isOwn = isSameEvmAddress(call.from, receiver)
    const isTo = call.to !== undefined && isSameEvmAddress(call.to, receiver) && !isOwn
    if (call.type === 'CALL' && units > 0n && isTo) {
      const key = call === root ? id : `${id}#call${place}`
      payments.push({ key, units, payers: [call.from] })
    }
    for (const inner of call.calls ?? []) walk(inner)
  }
  walk(root)
  return payments
}

export const isSameEvmAddress = (left: string, right: string): boolean =>
  left.toLowerCase() === right.toLowerCase()

function readTransfer(
  log: { readonly address: string; readonly topics: readonly string[]; readonly data: string },
  // The place among the transaction's own logs: the one in the block changes when the chain takes blocks back.
  key: string,
): (FoundTransfer & { readonly to: string; readonly token: string }) | undefined {
  const [topic, from, to] = log.topics
  // Collectibles have the same event with a fourth topic.
  const isTransfer = topic === transferTopic && log.topics.length === 3 && log.data.length === 66
  if (!isTransfer || from?.length !== 66 || to?.length !== 66) return undefined
  // What an account pays to itself is nothing that it receives.
  if (isSameEvmAddress(from, to)) return undefined
  return {
    key,
    units: BigInt(log.data),
    payers: [`0x${from.slice(26)}`],
    to: `0x${to.slice(26)}`,
    token: log.address,
  }
}
