import type { ParsedTransaction } from './parseTransaction.js'

const lamportsPerSignature = 5000n
const computeBudgetProgram = 'ComputeBudget111111111111111111111111111111'
const setComputeUnitLimit = 2
const setComputeUnitPrice = 3
const defaultUnitsPerInstruction = 200_000n
const maximumUnits = 1_400_000n
const microLamportsPerLamport = 1_000_000n

/**
 * The fee in lamports: 5000 per signature, and the compute-unit price times the limit, rounded up. Version 1 states the
 * priority fee itself, and compute budget instructions in it count for nothing.
 */
export function feeOf(message: ParsedTransaction['message']): bigint {
  const signatureFee = lamportsPerSignature * BigInt(message.header.numSignerAccounts)
  if (message.config) return signatureFee + (message.config.priorityFee ?? 0n)
  let price = 0n
  let limit: bigint | undefined
  let otherInstructions = 0n
  for (const instruction of message.instructions) {
    if (message.staticAccounts[instruction.programAddressIndex] !== computeBudgetProgram) {
      otherInstructions += 1n
      continue
    }
    const data = Uint8Array.from(instruction.data ?? [])
    const view = new DataView(data.buffer)
    if (data[0] === setComputeUnitLimit && data.length === 5) limit = BigInt(view.getUint32(1, true))
    if (data[0] === setComputeUnitPrice && data.length === 9) price = view.getBigUint64(1, true)
  }
  const units = minimum(limit ?? otherInstructions * defaultUnitsPerInstruction, maximumUnits)
  return signatureFee + (price * units + microLamportsPerLamport - 1n) / microLamportsPerLamport
}

const minimum = (a: bigint, b: bigint) => (a < b ? a : b)
