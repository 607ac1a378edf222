import type { ApiPromise } from '@polkadot/api'
import type { Vec } from '@polkadot/types'
import type { EventRecord } from '@polkadot/types/interfaces'
import type { ChainBlock, ChainTransaction, Movement } from '../chain.js'
import { canonicalPolkadotAddress } from './canonicalPolkadotAddress.js'

/** Reads a block: its signed extrinsics, with the transfers that their events tell of. */
export async function readPolkadotBlock(api: ApiPromise, height: number): Promise<ChainBlock> {
  const hash = (await api.rpc.chain.getBlockHash(height)).toHex()
  const { block } = await api.rpc.chain.getBlock(hash)
  const state = await api.at(hash)
  const query = state.query['system']?.['events']
  if (!query) throw new Error('The chain has no system events.')
  const events = (await query()) as Vec<EventRecord>
  const byExtrinsic = new Map<number, EventRecord[]>()
  for (const event of events) {
    if (!event.phase.isApplyExtrinsic) continue
    const index = event.phase.asApplyExtrinsic.toNumber()
    byExtrinsic.set(index, [...(byExtrinsic.get(index) ?? []), event])
  }
  let minedAt = 0
  const transactions: ChainTransaction[] = []
  block.extrinsics.forEach((extrinsic, position) => {
    const { section, method, args } = extrinsic.method
    // An inherent, which comes before everything else in its block.
    if (section === 'timestamp' && method === 'set') minedAt = Number(args[0]?.toString())
    if (!extrinsic.isSigned) return
    const own = byExtrinsic.get(position) ?? []
    const sender = canonicalPolkadotAddress(extrinsic.signer.toString())
    const movements = own.flatMap(transferOf)
    transactions.push({
      id: extrinsic.hash.toHex(),
      height,
      position,
      minedAt,
      sender,
      receiver: movements.find((movement) => movement.sender === sender)?.receiver,
      isFailed: own.some((event) => isEvent(event, 'system', 'ExtrinsicFailed')),
      operation: undefined,
      nonce: extrinsic.nonce.toNumber(),
      fee: own.map(feeOf).find((fee) => fee !== undefined),
      movements,
    })
  })
  return { height, hash, parentHash: block.header.parentHash.toHex(), transactions }
}

const isEvent = ({ event }: EventRecord, section: string, method: string) =>
  event.section === section && event.method === method

function transferOf(record: EventRecord): readonly Movement[] {
  if (!isEvent(record, 'balances', 'Transfer')) return []
  const [from, to, amount] = record.event.data
  const sender = canonicalPolkadotAddress(from?.toString() ?? '')
  const receiver = canonicalPolkadotAddress(to?.toString() ?? '')
  return [{ asset: '', tokenId: '', sender, receiver, amount: BigInt(amount?.toString() ?? '0') }]
}

function feeOf(record: EventRecord): bigint | undefined {
  if (!isEvent(record, 'transactionPayment', 'TransactionFeePaid')) return undefined
  return BigInt(record.event.data[1]?.toString() ?? '0')
}
