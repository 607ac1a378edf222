import type { PublicKey, TransactionInstruction } from '#web3'
import { tooLarge, transactionLimit } from '../readWire.js'

/** The compute budget: its program's key, and two instructions of 8 and 12 bytes. */
const budgetSize = 32 + 8 + 12

/**
 * Checks that the instructions fit into one transaction with the price that is added.
 *
 * @throws BaseError `TRANSACTION_TOO_LARGE`
 */
export function checkSize(
  payer: PublicKey,
  instructions: readonly TransactionInstruction[],
  version: 'legacy' | 0,
): void {
  const size = sizeOf(payer, instructions, version)
  if (size > transactionLimit) throw tooLarge(size)
}

/** Bytes of the wire form: one signature, the header, all keys once, the block hash and the instructions. */
function sizeOf(
  payer: PublicKey,
  instructions: readonly TransactionInstruction[],
  version: 'legacy' | 0,
): number {
  const keys = new Set([
    payer.toBase58(),
    ...instructions.flatMap(({ programId, keys }) =>
      [programId, ...keys.map(({ pubkey }) => pubkey)].map((key) => key.toBase58()),
    ),
  ])
  const work = instructions.map(
    ({ keys, data }) => 1 + prefixed(keys.length, keys.length) + prefixed(data.length, data.length),
  )
  const header = version === 0 ? 1 + 3 + 1 : 3
  const head = prefixed(1, 64) + header + prefixed(keys.size + 1, 32 * keys.size) + 32
  return (
    work.reduce((total, bytes) => total + bytes, head + prefixed(instructions.length + 2, 0)) + budgetSize
  )
}

/** A list with its length before it, of seven bits a byte. */
const prefixed = (count: number, bytes: number) => (count < 0x80 ? 1 : count < 0x4000 ? 2 : 3) + bytes
