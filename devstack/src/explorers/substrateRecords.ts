import type { ApiPromise } from '@polkadot/api'
import type { Vec } from '@polkadot/types'
import type { EventRecord, Extrinsic } from '@polkadot/types/interfaces'

interface Place {
  readonly block: number
  /** Within the block. */
  readonly index: number
  /** Seconds since the epoch. */
  readonly time: number
  readonly hash: string
  readonly hasFailed: boolean
  readonly nonce: number
  /** In the smallest unit, as the runtime tells it; runtimes of before 2022 don't. */
  readonly fee: bigint | undefined
}

export interface SubstrateExtrinsic extends Place {
  readonly signer: string
  readonly module: string
  /** As the runtime writes it: `transfer_keep_alive`. */
  readonly call: string
}

export interface SubstrateTransfer extends Place {
  readonly eventIndex: number
  readonly from: string
  readonly to: string
  readonly value: bigint
}

/** What an explorer knows of a Substrate chain, read from the node: signed extrinsics, and transfers of the coin. */
export interface SubstrateRecords {
  sync(): Promise<void>
  /** Newest first, as all lists. Addresses are in the chain's form. */
  extrinsicsOf(address: string): readonly SubstrateExtrinsic[]
  transfersOf(address: string): readonly SubstrateTransfer[]
}

interface BlockRecords {
  readonly extrinsics: readonly SubstrateExtrinsic[]
  readonly transfers: readonly SubstrateTransfer[]
}

export function createSubstrateRecords(api: ApiPromise): SubstrateRecords {
  const blocks: BlockRecords[] = []
  let running: Promise<void> | undefined

  async function readNew(): Promise<void> {
    const head = (await api.rpc.chain.getHeader()).number.toNumber()
    while (blocks.length <= head) blocks.push(await readBlock(api, blocks.length))
  }

  const newestFirst = <T>(read: (block: BlockRecords) => readonly T[]) => blocks.flatMap(read).reverse()
  return {
    sync() {
      running ??= readNew().finally(() => {
        running = undefined
      })
      return running
    },
    extrinsicsOf: (address) =>
      newestFirst(({ extrinsics }) => extrinsics).filter(({ signer }) => signer === address),
    transfersOf: (address) =>
      newestFirst(({ transfers }) => transfers).filter(({ from, to }) => from === address || to === address),
  }
}

async function readBlock(api: ApiPromise, height: number): Promise<BlockRecords> {
  const hash = await api.rpc.chain.getBlockHash(height)
  const [{ block }, events] = await Promise.all([
    api.rpc.chain.getBlock(hash),
    api.at(hash).then((then) => then.query['system']?.['events']?.()) as Promise<
      Vec<EventRecord> | undefined
    >,
  ])
  const time = timeOf(block.extrinsics)
  const all = [...(events ?? [])].map((record, eventIndex) => ({ ...pick(record), eventIndex }))
  const signed = block.extrinsics.flatMap((extrinsic, index) => {
    if (!extrinsic.isSigned) return []
    const own = all.filter((record) => record.extrinsic === index)
    return [readExtrinsic(extrinsic, own, { block: height, index, time })]
  })
  return {
    extrinsics: signed.map(({ extrinsic }) => extrinsic),
    transfers: signed.flatMap(({ transfers }) => transfers),
  }
}

interface KnownEvent {
  readonly name: string
  readonly data: readonly string[]
  readonly extrinsic: number | undefined
  readonly eventIndex: number
}

const pick = ({ event, phase }: EventRecord) => ({
  name: `${event.section}.${event.method}`,
  data: event.data.map(String),
  extrinsic: phase.isApplyExtrinsic ? phase.asApplyExtrinsic.toNumber() : undefined,
})

function readExtrinsic(
  extrinsic: Extrinsic,
  events: readonly KnownEvent[],
  at: Pick<Place, 'block' | 'index' | 'time'>,
) {
  const failure = events.find(({ name }) => name === 'system.ExtrinsicFailed')
  const paid = events.find(({ name }) => name === 'transactionPayment.TransactionFeePaid')?.data[1]
  const place: Place = {
    ...at,
    hash: extrinsic.hash.toHex(),
    hasFailed: failure !== undefined,
    nonce: extrinsic.nonce.toNumber(),
    fee: paid === undefined ? undefined : BigInt(paid),
  }
  const signer = extrinsic.signer.toString()
  const { section: module, meta, args } = extrinsic.method
  const moved = events.flatMap(({ name, data: [from = '', to = '', value = '0'], eventIndex }) =>
    name === 'balances.Transfer' ? [{ ...place, eventIndex, from, to, value: BigInt(value) }] : [],
  )
  const call = meta.name.toString()
  // What a failed transfer would have moved is listed, too, and said to have failed.
  const isTransfer = module === 'balances' && /^transfer_(?:keep_alive|allow_death)$|^transfer$/.test(call)
  const [to = '', value = '0'] = args.map((argument) => argument.toString())
  const meant = {
    ...place,
    eventIndex: failure?.eventIndex ?? 0,
    from: signer,
    to,
    value: BigInt(isTransfer ? value : 0),
  }
  return {
    extrinsic: { ...place, signer, module, call },
    transfers: isTransfer && failure ? [...moved, meant] : moved,
  }
}

/** Every block begins with an inherent that says when it is: milliseconds. */
function timeOf(extrinsics: readonly Extrinsic[]): number {
  const inherent = extrinsics.find(({ method }) => method.section === 'timestamp')
  return Math.floor(Number(inherent?.method.args[0]?.toString() ?? 0) / 1_000)
}
