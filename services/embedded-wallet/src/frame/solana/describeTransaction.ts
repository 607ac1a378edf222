import type { getCompiledTransactionMessageDecoder } from '@solana/kit'
import type { Fact } from '../facts.js'
import { computeBudget, describeInstruction, type Instruction } from './describeInstruction.js'
import { say } from '../../words/say.js'

type Message = ReturnType<ReturnType<typeof getCompiledTransactionMessageDecoder>['decode']>

export interface DescribedTransaction {
  readonly facts: readonly Fact[]
  /** Lamports at most, or nothing when somebody else pays. */
  readonly feeLimit: bigint | undefined
}

/** What a transaction does, instruction by instruction, and what the network takes for it at most. */
export function describeTransaction(message: Message, own: string): DescribedTransaction {
  const instructions = instructionsOf(message)
  const payer = message.staticAccounts[0]
  const facts = instructions.flatMap((instruction) => describeInstruction(instruction, own))
  const shared =
    facts.length === 0 ? [{ name: say`Does`, value: say`nothing but cost its fee`, isWarning: true }] : facts
  if (payer !== own) {
    return {
      facts: [...shared, { name: say`Fee paid by`, value: payer ?? say`an unknown account` }],
      feeLimit: undefined,
    }
  }
  const signatures = message.header.numSignerAccounts
  const feeLimit =
    message.version === 1 ? statedFee(message, signatures) : feeLimitOf(instructions, signatures)
  return { facts: shared, feeLimit }
}

function instructionsOf(message: Message): readonly Instruction[] {
  const { staticAccounts } = message
  const compiled = message.version === 1 ? rowsOf(message) : message.instructions
  return compiled.map(({ programAddressIndex, accountIndices = [], data }) => ({
    program: staticAccounts[programAddressIndex] ?? say`a program in a lookup table`,
    accounts: accountIndices.map((index) => staticAccounts[index]),
    data: Uint8Array.from(data ?? []),
  }))
}

/** Version 1 has heads and contents in lists of their own. */
const rowsOf = ({ instructionHeaders, instructionPayloads }: Extract<Message, { version: 1 }>) =>
  instructionHeaders.map(({ programAccountIndex }, index) => ({
    programAddressIndex: programAccountIndex,
    accountIndices: instructionPayloads[index]?.instructionAccountIndices ?? [],
    data: instructionPayloads[index]?.instructionData ?? new Uint8Array(),
  }))

const perSignature = 5_000n

/** Version 1 states its priority fee itself, first of all. What compute budget instructions in it say counts for nothing. */
function statedFee(
  { configMask, configValues }: Extract<Message, { version: 1 }>,
  signatures: number,
): bigint {
  const priority = (configMask & 0b11) === 0 ? 0n : BigInt(configValues[0]?.value ?? 0)
  return perSignature * BigInt(signatures) + priority
}

/** What the network allows an instruction that says nothing, and a transaction at most. */
const unitsOfOne = 200_000n
const mostUnits = 1_400_000n

/** Signatures, and price × units, which count as asked for even when fewer are used. */
export function feeLimitOf(instructions: readonly Instruction[], signatures: number): bigint {
  const budget = instructions.filter(({ program }) => program === computeBudget)
  const usual = BigInt(instructions.length - budget.length) * unitsOfOne
  let units = usual < mostUnits ? usual : mostUnits
  let price = 0n
  for (const { data } of budget) {
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
    if (data[0] === 2 && data.length >= 5) units = BigInt(view.getUint32(1, true))
    if (data[0] === 3 && data.length >= 9) price = view.getBigUint64(1, true)
  }
  const asked = units < mostUnits ? units : mostUnits
  return perSignature * BigInt(signatures) + (price * asked + 999_999n) / 1_000_000n
}
