import {
  ComputeBudgetProgram,
  type MessageV0,
  type Message,
  type PublicKey,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '#web3'

export interface CompileOptions {
  readonly payer: PublicKey
  readonly blockhash: string
  readonly instructions: readonly TransactionInstruction[]
  readonly version: 'legacy' | 0
  readonly budget?: { readonly limit: number; readonly price: bigint }
}

/**
 * The message to be signed. With both compute budget instructions in place, wallets have no reason to add their own,
 * and the fee that was shown is the fee that is paid.
 */
export function compileTransaction({
  payer,
  blockhash,
  instructions,
  version,
  budget,
}: CompileOptions): Message | MessageV0 {
  const message = new TransactionMessage({
    payerKey: payer,
    recentBlockhash: blockhash,
    instructions: [
      ...(budget
        ? [
            ComputeBudgetProgram.setComputeUnitLimit({ units: budget.limit }),
            ComputeBudgetProgram.setComputeUnitPrice({ microLamports: budget.price }),
          ]
        : []),
      ...instructions,
    ],
  })
  return version === 'legacy' ? message.compileToLegacyMessage() : message.compileToV0Message()
}

/** The wire form with empty places for the signatures. */
export function unsigned(message: Message | MessageV0): Uint8Array {
  return new VersionedTransaction(message).serialize()
}
