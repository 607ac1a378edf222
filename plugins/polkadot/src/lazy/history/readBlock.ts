import type { TransactionRecord, TransactionTransfer } from '@latchkey/kernel/contracts'
import type { ApiPromise } from '@polkadot/api'
import type { Vec } from '@polkadot/types'
import type { EventRecord, Extrinsic } from '@polkadot/types/interfaces'
import { addressFor, isSameAddress } from '../../address.js'
import type { PolkadotNetwork } from '../../networks.js'
import { nativeAmount } from '../chain/readBalance.js'
import { feeOf } from './feeOf.js'

/** The extrinsics of a block that the account signed or that moved its coins, newest first. */
export async function readBlock(
  api: ApiPromise,
  network: PolkadotNetwork,
  account: string,
  block: number,
): Promise<readonly TransactionRecord[]> {
  const hash = await api.rpc.chain.getBlockHash(block)
  // The runtime of then, which may write extrinsics and events in another way than today's.
  const then = await api.at(hash)
  const [{ block: found }, events] = await Promise.all([
    api.rpc.chain.getBlock(hash),
    then.query['system']?.['events']?.() as Promise<Vec<EventRecord>> | undefined,
  ])
  const minedAt = timeOf(found.extrinsics)
  const records = [...found.extrinsics].map((extrinsic, index) => {
    const own = (events ?? []).filter(
      ({ phase }) => phase.isApplyExtrinsic && phase.asApplyExtrinsic.eqn(index),
    )
    return toRecord({ extrinsic, events: own, network, account, minedAt })
  })
  return records.reverse().filter((record) => record !== undefined)
}

interface Found {
  readonly extrinsic: Extrinsic
  readonly events: readonly EventRecord[]
  readonly network: PolkadotNetwork
  readonly account: string
  readonly minedAt: number | undefined
}

function toRecord({ extrinsic, events, network, account, minedAt }: Found): TransactionRecord | undefined {
  const isOwn = extrinsic.isSigned && isSameAddress(extrinsic.signer.toString(), account)
  const transfers = events.flatMap((record) => readTransfer(record, network, account))
  if (!isOwn && transfers.length === 0) return undefined
  const hasFailed = events.some(({ event }) => isCalled(event, 'system', 'ExtrinsicFailed'))
  const fee = isOwn ? feeOf(events) : undefined
  const [first] = transfers
  const signer = extrinsic.isSigned ? addressFor(network.ss58Prefix, extrinsic.signer.toString()) : undefined
  const from = first?.from ?? signer
  return {
    id: extrinsic.hash.toHex(),
    networkId: network.id,
    operation: operationOf(extrinsic, transfers),
    status: hasFailed ? 'failed' : 'confirmed',
    ...(minedAt === undefined ? {} : { minedAt }),
    ...(from === undefined ? {} : { from }),
    ...(first?.to === undefined ? {} : { to: first.to }),
    ...(fee === undefined ? {} : { fee: nativeAmount(network, fee) }),
    transfers,
  }
}

const isCalled = (event: EventRecord['event'], section: string, method: string) =>
  event.section === section && event.method === method

/** `balances.Transfer { from, to, amount }`. */
function readTransfer(
  { event }: EventRecord,
  network: PolkadotNetwork,
  account: string,
): readonly TransactionTransfer[] {
  if (!isCalled(event, 'balances', 'Transfer')) return []
  const [from, to, amount] = event.data.map((member) => member.toString())
  const ends = [from, to].map((end) => addressFor(network.ss58Prefix, end))
  const [sender, receiver] = ends
  if (sender === undefined || receiver === undefined || !amount || !/^\d+$/.test(amount)) return []
  const isFrom = isSameAddress(sender, account)
  const isTo = isSameAddress(receiver, account)
  if (!isFrom && !isTo) return []
  return [
    {
      direction: isFrom && isTo ? 'self' : isFrom ? 'out' : 'in',
      amount: nativeAmount(network, BigInt(amount)),
      name: network.nativeCurrency.name,
      from: sender,
      to: receiver,
    },
  ]
}

function operationOf(
  { method }: Extrinsic,
  transfers: readonly TransactionTransfer[],
): TransactionRecord['operation'] {
  const hasIn = transfers.some(({ direction }) => direction === 'in')
  const hasOut = transfers.some(({ direction }) => direction !== 'in')
  if (hasIn && hasOut) return 'trade'
  if (method.section === 'staking' || method.section === 'nominationPools') {
    if (/^(?:bond|join)/.test(method.method)) return 'stake'
    if (method.method === 'unbond') return 'unstake'
  }
  if (hasIn) return 'receive'
  if (hasOut) return 'send'
  return method.section === 'balances' && method.method.startsWith('transfer') ? 'send' : 'execute'
}

/** Every block begins with an inherent that says when it is: milliseconds. */
function timeOf(extrinsics: readonly Extrinsic[]): number | undefined {
  const inherent = extrinsics.find(({ method }) => method.section === 'timestamp' && method.method === 'set')
  const text = inherent?.method.args[0]?.toString()
  // no money: milliseconds
  return text !== undefined && /^\d{10,16}$/.test(text) ? Number(text) : undefined
}
