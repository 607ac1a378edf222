import { encodeBase58 } from '@latchkey/kernel/chain'
import type { WireTransaction } from './readWire.js'
import { createWireReader, invalid } from './wireReader.js'

/** Limits of SIMD-0385, "Transaction Constraints". */
const most = { signatures: 12, accounts: 64, instructions: 64 } as const
/** Bits of the mask: both of the priority fee (u64), compute units, bytes of accounts, and bytes of heap (u32 each). */
const bits = { priorityFee: 0b11, computeUnits: 0b100, accountBytes: 0b1000, heap: 0b10000 } as const
const knownBits = 0b11111
const heap = { least: 32_768, most: 262_144, step: 1_024 } as const

/**
 * Reads the wire form of version 1 (SIMD-0385): the message, in which the lists stand in columns, then a signature for
 * each signer. What the network would refuse is refused, so that nothing is read in two ways.
 *
 * @throws BaseError `TRANSACTION_INVALID`
 */
export function readWire1(bytes: Uint8Array): WireTransaction {
  const { take, byte, place, isOver } = createWireReader(bytes)
  const u32 = () => new DataView(take(4).buffer).getUint32(0, true)
  byte()
  const [required = 0, readableSigners = 0, readable = 0] = take(3)
  const mask = u32()
  const blockhash = encodeBase58(take(32))
  const [instructionCount, keyCount] = [byte(), byte()]
  checkCounts({ required, readableSigners, readable, instructionCount, keyCount, mask })
  const keys = Array.from({ length: keyCount }, () => encodeBase58(take(32)))
  if (new Set(keys).size < keys.length) throw invalid('It lists an account twice.')

  const has = (bit: number) => (mask & bit) !== 0
  const priorityFee = has(bits.priorityFee) ? new DataView(take(8).buffer).getBigUint64(0, true) : 0n
  const computeUnits = has(bits.computeUnits) ? u32() : 0
  const accountBytes = has(bits.accountBytes) ? u32() : 0
  const heapBytes = has(bits.heap) ? u32() : heap.least
  if (heapBytes < heap.least || heapBytes > heap.most || heapBytes % heap.step !== 0) {
    throw invalid(`It asks for ${heapBytes} bytes of heap.`)
  }

  const keyAt = (index: number) => {
    const key = keys[index]
    if (key === undefined) throw invalid('It names an account that it does not list.')
    return key
  }
  const heads = Array.from({ length: instructionCount }, () => {
    const [program = 0, accounts = 0, low = 0, high = 0] = take(4)
    return { program: keyAt(program), accounts, length: low + high * 256 }
  })
  const instructions = heads.map(({ program, accounts, length }) => ({
    program,
    accounts: Array.from(take(accounts), keyAt),
    data: take(length),
  }))
  const signaturesAt = place()
  const signatures = Array.from({ length: required }, () => take(64))
  if (!isOver()) throw invalid('It has bytes after its end.')
  const isWritten = (_: string, index: number) =>
    index < required ? index < required - readableSigners : index < keyCount - readable
  return {
    ...{ version: 1, signatures, signaturesAt, blockhash, instructions },
    message: bytes.slice(0, signaturesAt),
    signers: keys.slice(0, required),
    written: keys.filter(isWritten),
    lookupTables: [],
    budget: { priorityFee, computeUnits, accountBytes, heapBytes },
  }
}

interface Counts {
  readonly required: number
  readonly readableSigners: number
  readonly readable: number
  readonly instructionCount: number
  readonly keyCount: number
  readonly mask: number
}

function checkCounts(counts: Counts): void {
  const { required, readableSigners, readable, instructionCount, keyCount, mask } = counts
  if (readableSigners >= required) throw invalid('Nobody pays for it.')
  if (required > most.signatures)
    throw invalid(`It has ${required} signers, and at most ${most.signatures} may.`)
  if (keyCount > most.accounts)
    throw invalid(`It lists ${keyCount} accounts, and at most ${most.accounts} may.`)
  if (instructionCount > most.instructions) {
    throw invalid(`It has ${instructionCount} instructions, and at most ${most.instructions} may.`)
  }
  if (keyCount < required + readable) throw invalid('It lists fewer accounts than it counts.')
  // An unknown bit has a field behind it, which moves everything after it.
  if ((mask & ~knownBits) !== 0) throw invalid('It states something that this version does not have.')
  if ([0b01, 0b10].includes(mask & bits.priorityFee)) throw invalid('It states half a priority fee.')
}
