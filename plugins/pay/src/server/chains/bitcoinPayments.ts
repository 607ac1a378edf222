import * as z from 'zod/mini'
import { fetchText } from '../node/fetchText.js'
import { readJson } from '../node/readJson.js'
import type { FoundTransfer, PaymentChain } from '../PaymentChain.js'
import { type PaymentRefusal, refuse } from '../Refusal.js'
import { readBlockName, writeBlockName } from './blockName.js'

/** Reads a path of Esplora's HTTP interface: status and text. */
export type EsploraReader = (path: string) => Promise<{ readonly status: number; readonly text: string }>

export interface BitcoinPaymentsOptions {
  /** CAIP-2: `bip122:000000000019d6689c085ae165831e93`. */
  readonly networkId: string
  /** Base address of an Esplora service that is trusted, such as your own electrs. */
  readonly url: string | EsploraReader
  /** Blocks from the payment's own to the newest one, both counted. Default 2. */
  readonly confirmations?: number | undefined
}

/** Seconds: the network takes blocks whose time is up to two hours off. */
const clockSkew = 7_200

/** Whole numbers of 16 digits and more come as text, so that none is rounded. */
const satoshis = z.pipe(
  z.union([z.number().check(z.int(), z.gte(0)), z.string().check(z.regex(/^\d{1,20}$/))]),
  z.transform((value) => BigInt(value)),
)
const output = z.object({ scriptpubkey_address: z.optional(z.string()), value: satoshis })
const schema = z.object({
  txid: z.string(),
  vin: z.array(z.object({ prevout: z.nullish(output) })),
  vout: z.array(output),
  status: z.object({
    confirmed: z.boolean(),
    block_height: z.nullish(z.number()),
    block_hash: z.nullish(z.string()),
    block_time: z.nullish(z.number()),
  }),
})

/**
 * Payments on one Bitcoin network. Give each bill a fresh address: nothing else on the chain says what a payment is for.
 */
export function bitcoinPayments(options: BitcoinPaymentsOptions): PaymentChain {
  const { networkId, url, confirmations = 2 } = options
  const read: EsploraReader =
    typeof url === 'string' ? (path) => fetchText(`${url.replace(/\/+$/, '')}/${path}`) : url

  /** An unconfirmed payment can be replaced by its sender. */
  async function checkDepth(
    id: string,
    { confirmed, block_height: height, block_hash: hash }: z.output<typeof schema>['status'],
  ): Promise<PaymentRefusal | undefined> {
    if (!confirmed || typeof height !== 'number') return unconfirmed(id)
    const canonical = await read(`block-height/${height}`)
    if (canonical.text.trim() !== hash) {
      return refuse('TRANSACTION_UNKNOWN', `The block of transaction ${id} is no longer in the chain.`)
    }
    const depth = Number(await readWhole(read, 'blocks/tip/height')) - height + 1
    return Number.isInteger(depth) && depth >= confirmations ? undefined : unconfirmed(id)
  }

  return {
    supports: (id) => id === networkId,
    clockSkew,
    isSameAddress: isSame,
    hasLost: (block) => hasLost(read, block),
    async find({ bill, token }, transaction) {
      if (!/^[\da-f]{64}$/i.test(transaction)) {
        return refuse('TRANSACTION_MALFORMED', 'Expected a transaction id: 64 hexadecimal digits.')
      }
      if (token !== undefined) return refuse('ASSET_UNSUPPORTED', 'Bitcoin has its coin only.')
      const id = transaction.toLowerCase()
      await checkNetwork(read, networkId)
      const answer = await read(`tx/${id}`)
      if (answer.status === 404) return refuse('TRANSACTION_UNKNOWN', `The network has no transaction ${id}.`)
      if (answer.status !== 200) throw new Error(`tx was answered with status ${answer.status}`)
      const { status, vin, vout, txid } = z.parse(schema, readJson(answer.text))
      if (txid !== id) throw new Error('it answered with another transaction')
      const { block_time: time } = status
      const refused = await checkDepth(id, status)
      if (refused || typeof time !== 'number') return refused ?? unconfirmed(id)
      // Change that returns to its address isn't received or paid.
      const spent = vin.flatMap(({ prevout }) => prevout ?? [])
      const gain = (address: string) => sumAt(vout, address) - sumAt(spent, address)
      const received = gain(bill.receiver)
      const spenders = new Set(spent.flatMap(({ scriptpubkey_address: from }) => from ?? []))
      const shares = [...spenders].map((from) => ({ from, value: -gain(from) }))
      const fee = sum(spent) - sum(vout)
      return {
        ok: true,
        transaction: id,
        // no money: milliseconds
        time: time * 1000,
        ...blockOf(status),
        transfers: received > 0n ? [{ key: id, units: received, ...payersOf(shares, received, fee) }] : [],
        instead: 'receiver',
      }
    },
  }
}

type Status = z.output<typeof schema>['status']

const blockOf = ({ block_height: number, block_hash: hash }: Status) =>
  typeof number === 'number' && typeof hash === 'string' ? { block: writeBlockName({ number, hash }) } : {}

/** Whether the chain has another block of that height. */
async function hasLost(read: EsploraReader, name: string): Promise<boolean> {
  const named = readBlockName(name)
  if (!named) return false
  const { status, text } = await read(`block-height/${named.number}`)
  const told = readBlockName(`${named.number}:${text.trim()}`)
  return status === 200 && told !== undefined && told.hash !== named.hash
}

/** What an address has less than before. */
interface Share {
  readonly from: string
  readonly value: bigint
}

/**
 * Who paid, of those who have less than before. One wallet spends from several addresses, and anybody who signs with
 * it can add a coin: payers are those without whom the rest couldn't have paid the sum. Where a wallet spends a coin for sum and
 * fee together, each may be dispensable for the sum alone; then the fee counts, and so does who alone had enough.
 */
function payersOf(
  shares: readonly Share[],
  received: bigint,
  fee: bigint,
): Pick<FoundTransfer, 'payers' | 'isUnclear'> {
  const losing = shares.filter(({ value }) => value > 0n)
  const total = sum(losing)
  const names = (list: readonly Share[]) => list.map(({ from }) => from)
  const needed = losing.filter(({ value }) => total - value < received)
  if (needed.length > 0) return { payers: names(needed) }
  const likely = losing.filter(({ value }) => value >= received || total - value < received + fee)
  return likely.length > 0 ? { payers: names(likely) } : { payers: names(losing), isUnclear: true }
}

const sum = (outputs: readonly { readonly value: bigint }[]) =>
  outputs.reduce((total, { value }) => total + value, 0n)

const sumAt = (outputs: readonly z.output<typeof output>[], address: string) =>
  sum(outputs.filter(({ scriptpubkey_address: at }) => at !== undefined && isSame(at, address)))

async function readWhole(read: EsploraReader, path: string): Promise<string> {
  const { status, text } = await read(path)
  if (status !== 200) throw new Error(`${path} was answered with status ${status}`)
  return text
}

async function checkNetwork(read: EsploraReader, networkId: string): Promise<void> {
  const genesis = await readWhole(read, 'block-height/0')
  const told = `bip122:${genesis.slice(0, 32)}`
  if (told !== networkId) throw new Error(`it is of ${told}`)
}

const unconfirmed = (id: string) =>
  refuse('TRANSACTION_UNCONFIRMED', `Transaction ${id} isn't confirmed enough yet.`)

/** Bech32 may be written in capitals (BIP-173); base58 is told apart by them. */
function isSame(left: string, right: string): boolean {
  const spelled = (address: string) => (/^(?:bc|tb|bcrt)1/i.test(address) ? address.toLowerCase() : address)
  return spelled(left) === spelled(right)
}
