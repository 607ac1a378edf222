import { PublicKey, SystemProgram, TransactionInstruction } from '#web3'

const associatedTokenProgram = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
const createIdempotent = 1
const transferCheckedNumber = 12

const account = (pubkey: PublicKey, isWritable = false, isSigner = false) => ({
  pubkey,
  isWritable,
  isSigner,
})

/** Where an owner's tokens of a mint are by convention. The token program is part of it. */
export function associatedTokenAddress(
  owner: PublicKey,
  mint: PublicKey,
  tokenProgram: PublicKey,
): PublicKey {
  const seeds = [owner.toBytes(), tokenProgram.toBytes(), mint.toBytes()]
  return PublicKey.findProgramAddressSync(seeds, associatedTokenProgram)[0]
}

/** Creates that account, paid by `payer`, unless it is there. */
export function createAssociatedTokenAccount(
  payer: PublicKey,
  owner: PublicKey,
  mint: PublicKey,
  tokenProgram: PublicKey,
): TransactionInstruction {
  return new TransactionInstruction({
    programId: associatedTokenProgram,
    keys: [
      account(payer, true, true),
      account(associatedTokenAddress(owner, mint, tokenProgram), true),
      account(owner),
      account(mint),
      account(SystemProgram.programId),
      account(tokenProgram),
    ],
    data: Uint8Array.of(createIdempotent) as TransactionInstruction['data'],
  })
}

export interface TokenTransfer {
  readonly source: PublicKey
  readonly destination: PublicKey
  readonly owner: PublicKey
  readonly mint: PublicKey
  readonly tokenProgram: PublicKey
  readonly amount: bigint
  readonly decimals: number
}

/** `TransferChecked`: the program itself compares mint and decimals, so that a wrong point cannot move. */
export function transferChecked(transfer: TokenTransfer): TransactionInstruction {
  const data = new Uint8Array(10)
  data[0] = transferCheckedNumber
  new DataView(data.buffer).setBigUint64(1, transfer.amount, true)
  data[9] = transfer.decimals
  return new TransactionInstruction({
    programId: transfer.tokenProgram,
    keys: [
      account(transfer.source, true),
      account(transfer.mint),
      account(transfer.destination, true),
      account(transfer.owner, false, true),
    ],
    data: data as TransactionInstruction['data'],
  })
}
