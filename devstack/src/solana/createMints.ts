import {
  createAssociatedTokenAccountIdempotentInstruction,
  createInitializeMint2Instruction,
  createMintToInstruction,
  getAssociatedTokenAddressSync,
  MINT_SIZE,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import {
  type Keypair,
  type PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { DevstackError } from '../devstackError.js'
import { labelledKeypair } from './devAccounts.js'
import type { Ledger } from './ledger/ledger.js'
import { parseTransaction } from './ledger/parseTransaction.js'
import { describeTransactionError } from './ledger/transactionErrors.js'

/** A token of the local chain. */
export interface SolanaMint {
  /** The mint's address, base58. The same in every run. */
  readonly address: string
  /** The token program that owns the mint, base58. */
  readonly program: string
  readonly decimals: number
  /** Base units minted to the first account. */
  readonly supply: bigint
}

/** The tokens of the local chain: one of each token program. */
export interface SolanaMints {
  /** SPL Token, 6 decimals. */
  readonly usd: SolanaMint
  /** Token-2022, 9 decimals. */
  readonly gold: SolanaMint
}

const supplyInUnits = 1_000_000n

/** Creates both mints by ordinary transactions and mints a million units of each to `owner`. */
export function createMints(ledger: Ledger, owner: Keypair): SolanaMints {
  return {
    usd: createMint(ledger, { owner, label: 'mint usd', program: TOKEN_PROGRAM_ID, decimals: 6 }),
    gold: createMint(ledger, { owner, label: 'mint gold', program: TOKEN_2022_PROGRAM_ID, decimals: 9 }),
  }
}

interface MintOptions {
  readonly owner: Keypair
  readonly label: string
  readonly program: PublicKey
  readonly decimals: number
}

function createMint(ledger: Ledger, { owner, label, program, decimals }: MintOptions): SolanaMint {
  const mint = labelledKeypair(label)
  const holder = getAssociatedTokenAddressSync(mint.publicKey, owner.publicKey, false, program)
  const supply = supplyInUnits * 10n ** BigInt(decimals)
  const instructions = [
    SystemProgram.createAccount({
      fromPubkey: owner.publicKey,
      newAccountPubkey: mint.publicKey,
      lamports: Number(ledger.minimumBalance(MINT_SIZE)),
      space: MINT_SIZE,
      programId: program,
    }),
    createInitializeMint2Instruction(mint.publicKey, decimals, owner.publicKey, null, program),
    createAssociatedTokenAccountIdempotentInstruction(
      owner.publicKey,
      holder,
      owner.publicKey,
      mint.publicKey,
      program,
    ),
    createMintToInstruction(mint.publicKey, holder, owner.publicKey, supply, [], program),
  ]
  const message = new TransactionMessage({
    payerKey: owner.publicKey,
    recentBlockhash: ledger.blockhashes.latest().blockhash,
    instructions,
  }).compileToV0Message()
  const transaction = new VersionedTransaction(message)
  transaction.sign([owner, mint])
  const outcome = ledger.process(parseTransaction(transaction.serialize()))
  const error = 'rejected' in outcome ? outcome.rejected : outcome.processed.error
  if (error !== null) {
    const reason = `The ${label} could not be created: ${describeTransactionError(error)}.`
    throw new DevstackError('NODE_REFUSED', reason)
  }
  return { address: mint.publicKey.toBase58(), program: program.toBase58(), decimals, supply }
}
