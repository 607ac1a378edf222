import { base58 } from '@scure/base'
import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createKeyPairFromBytes,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  setTransactionMessageConfig,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransaction,
  type TransactionMessage,
} from '@solana/kit'
import type { SolanaAccount } from './devAccounts.js'

/** An instruction as @solana/web3.js makes it. */
export interface SolanaInstruction {
  readonly programId: { toBase58(): string }
  readonly keys: readonly {
    readonly pubkey: { toBase58(): string }
    readonly isSigner: boolean
    readonly isWritable: boolean
  }[]
  readonly data: Uint8Array
}

/** Limits and price that a transaction of version 1 states in place of compute budget instructions. Absent is zero, and 32 KiB of heap. */
export interface TransactionConfig {
  readonly computeUnitLimit?: number
  /** Bytes. */
  readonly loadedAccountsDataSizeLimit?: number
  /** Lamports for the whole transaction. */
  readonly priorityFeeLamports?: bigint
  /** Bytes. */
  readonly heapSize?: number
}

/** Parts of a transaction that {@link writeTransaction} signs. */
export interface WriteOptions {
  /** Pays and signs. */
  readonly from: SolanaAccount
  readonly version: 'legacy' | 0 | 1
  readonly blockhash: string
  readonly instructions: readonly SolanaInstruction[]
  /** Of version 1. Default: the most compute units, and one mebibyte of accounts, without a priority fee. */
  readonly config?: TransactionConfig
}

const usualConfig: TransactionConfig = { computeUnitLimit: 1_400_000, loadedAccountsDataSizeLimit: 1_048_576 }

/** Signs instructions in a transaction of the version that is asked for, and returns its bytes. */
export async function writeTransaction(options: WriteOptions): Promise<Uint8Array> {
  const { from, version, blockhash, config = usualConfig } = options
  const payer = from.address as Address
  const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight: 0n }
  const message = appendTransactionMessageInstructions(
    options.instructions.map(toKit),
    setTransactionMessageLifetimeUsingBlockhash(
      lifetime,
      setTransactionMessageFeePayer(payer, begin(version, config)),
    ),
  )
  const keyPair = await createKeyPairFromBytes(base58.decode(from.secretKey))
  const signed = await signTransaction([keyPair], compileTransaction(message))
  return Uint8Array.from(getTransactionEncoder().encode(signed))
}

function begin(version: WriteOptions['version'], config: TransactionConfig): TransactionMessage {
  if (version === 1) return setTransactionMessageConfig(config, createTransactionMessage({ version }))
  return version === 0 ? createTransactionMessage({ version }) : createTransactionMessage({ version })
}

function toKit({ programId, keys, data }: SolanaInstruction): Instruction {
  return {
    programAddress: programId.toBase58() as Address,
    accounts: keys.map(({ pubkey, isSigner, isWritable }) => ({
      address: pubkey.toBase58() as Address,
      role: roleOf(isSigner, isWritable),
    })),
    data: Uint8Array.from(data),
  }
}

function roleOf(isSigner: boolean, isWritable: boolean): AccountRole {
  if (isSigner) return isWritable ? AccountRole.WRITABLE_SIGNER : AccountRole.READONLY_SIGNER
  return isWritable ? AccountRole.WRITABLE : AccountRole.READONLY
}
