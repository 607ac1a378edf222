import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { isAddress, publicKeyOf } from '../src/address.js'

export interface Transaction {
  readonly networkId: string
  readonly from: string
  readonly to: string
  /** In the smallest unit, in decimal digits, as all amounts here. */
  readonly amount: string
  readonly fee: string
  /** How many transactions the sender made before: nobody can put one on the chain twice. */
  readonly number: number
}

type Status = 'pending' | 'confirmed' | 'failed'

/** The bytes that the sender signs. */
export const bytesOf = ({ networkId, from, to, amount, fee, number }: Transaction): Uint8Array =>
  utf8ToBytes(JSON.stringify([networkId, from, to, amount, fee, number]))

/** The chain's word for a transaction that it doesn't take, with a number of JSON-RPC. */
export class LedgerRefusal extends Error {
  readonly code = -32602
}

export interface LedgerOptions {
  readonly networkId: string
  /** The first balances of accounts, in the smallest unit. */
  readonly funds: Readonly<Record<string, bigint>>
  /** Whether the chain decides at once. Otherwise `decide` says when. Default true. */
  readonly decidesAtOnce?: boolean
}

export type Ledger = ReturnType<typeof createLedger>

/** Makes the state of a chain with one node: it checks signatures, keeps balances, and takes each transaction once. */
export function createLedger({ networkId, funds, decidesAtOnce = true }: LedgerOptions) {
  const fee = 10n
  const balances = new Map(Object.entries(funds))
  const counts = new Map<string, number>()
  const taken = new Map<string, { readonly transaction: Transaction; status: Status }>()
  const balanceOf = (address: string) => balances.get(address) ?? 0n
  const countOf = (address: string) => counts.get(address) ?? 0

  function check(transaction: Transaction, signature: string): void {
    const { from, to, amount, number } = transaction
    const publicKey = publicKeyOf(from)
    if (transaction.networkId !== networkId)
      throw new LedgerRefusal('The transaction is for another network.')
    if (!publicKey || !isAddress(to)) throw new LedgerRefusal('An address of the transaction is none.')
    if (!/^[0-9a-f]{128}$/.test(signature)) throw new LedgerRefusal('The signature has another form.')
    if (!ed25519.verify(hexToBytes(signature), bytesOf(transaction), publicKey))
      throw new LedgerRefusal('The signature is not the sender’s.')
    if (number !== countOf(from)) throw new LedgerRefusal('The transaction was made before another one.')
    if (transaction.fee !== `${fee}`) throw new LedgerRefusal('The fee is another one.')
    if (!/^[1-9]\d{0,29}$/.test(amount) || BigInt(amount) + fee > balanceOf(from))
      throw new LedgerRefusal('The sender holds less.')
  }

  function decide(id: string, status: 'confirmed' | 'failed'): void {
    const entry = taken.get(id)
    if (entry?.status !== 'pending') return
    entry.status = status
    if (status === 'failed') return
    const { from, to, amount } = entry.transaction
    balances.set(from, balanceOf(from) - BigInt(amount) - fee)
    balances.set(to, balanceOf(to) + BigInt(amount))
  }

  return {
    account: (address: string) => ({
      balance: `${balanceOf(address)}`,
      fee: `${fee}`,
      number: countOf(address),
    }),
    submit(transaction: Transaction, signature: string): string {
      check(transaction, signature)
      const id = bytesToHex(sha256(bytesOf(transaction)))
      counts.set(transaction.from, transaction.number + 1)
      taken.set(id, { transaction, status: 'pending' })
      if (decidesAtOnce) decide(id, 'confirmed')
      return id
    },
    transaction(id: string) {
      const entry = taken.get(id)
      if (!entry) return null
      const { to, amount } = entry.transaction
      return { status: entry.status, to, amount }
    },
    balanceOf,
    decide,
  }
}
