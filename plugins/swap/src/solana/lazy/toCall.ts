import type { SolanaCall } from '@latchkey/plugin-solana'
import type { InstructionAnswer } from './answers.js'

export const fromBase64 = (text: string) =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

/** An instruction of a service, as it is signed. */
export const toCall = ({ programId, accounts, data }: InstructionAnswer): SolanaCall => ({
  programId,
  accounts: accounts.map(({ pubkey, isSigner, isWritable }) => ({ address: pubkey, isSigner, isWritable })),
  data: fromBase64(data),
})
