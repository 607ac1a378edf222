import { ConnectorError } from '@latchkey/kernel/plugin'
import { type MessageCompiledInstruction, SystemProgram, VersionedTransaction } from '#web3'
import { tokenPrograms } from '../tokenPrograms.js'
import { associatedTokenProgram } from './instructions.js'

/** Programs that move what people own. */
const moving: readonly string[] = [
  SystemProgram.programId.toBase58(),
  associatedTokenProgram.toBase58(),
  ...tokenPrograms,
]

/**
 * Wallets add fees and guards to what they sign. What moves money must be what was asked for: the same instructions in
 * the same order, and no other one of the programs that move money.
 *
 * @throws ConnectorError `WALLET_CHANGED_TRANSACTION`
 */
export function checkPayment(wallet: string, asked: Uint8Array, signed: Uint8Array): void {
  const [wanted, found] = [asked, signed].map(movesOf)
  if (wanted === found) return
  throw new ConnectorError(
    `${wallet} answered with another transaction than the one it was given. It was not sent.`,
    { code: 'WALLET_CHANGED_TRANSACTION' },
  )
}

/** The instructions that move money, as one text to compare. */
function movesOf(transaction: Uint8Array): string {
  const { message } = VersionedTransaction.deserialize(transaction)
  const keys = message.staticAccountKeys.map((key) => key.toBase58())
  // An account that only a lookup table names is none that was asked for.
  const keyAt = (index: number) => keys[index] ?? `table ${index}`
  const written = ({ programIdIndex, accountKeyIndexes, data }: MessageCompiledInstruction) =>
    [keyAt(programIdIndex), ...accountKeyIndexes.map(keyAt), ...data].join(' ')
  return message.compiledInstructions
    .filter(({ programIdIndex }) => moving.includes(keyAt(programIdIndex)))
    .map(written)
    .join('\n')
}
