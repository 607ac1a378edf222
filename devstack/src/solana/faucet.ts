import { generateKeyPairSync } from 'node:crypto'
import { Keypair, PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { type Address, lamports } from '@solana/kit'
import { DevstackError } from '../devstackError.js'
import type { Ledger } from './ledger/ledger.js'
import { parseTransaction } from './ledger/parseTransaction.js'
import { describeTransactionError } from './ledger/transactionErrors.js'

/** Gives out test SOL by ordinary, signed transfers. */
export interface Faucet {
  /** Sends `amount` lamports and returns the signature. Throws {@link DevstackError}. */
  airdrop(address: string, amount: bigint): string
}

/** What the faucet owns at the start, in lamports: nine million SOL, within a double's exact range. */
const faucetLamports = 9_000_000_000_000_000n

/** Creates a faucet with a key of its own. */
export function createFaucet(ledger: Ledger): Faucet {
  const { privateKey } = generateKeyPairSync('ed25519')
  const seed = privateKey.export({ type: 'pkcs8', format: 'der' }).subarray(-32)
  const keypair = Keypair.fromSeed(Uint8Array.from(seed))
  ledger.setAccount({
    address: keypair.publicKey.toBase58() as Address,
    lamports: lamports(faucetLamports),
    data: new Uint8Array(),
    executable: false,
    programAddress: SystemProgram.programId.toBase58() as Address,
    space: 0n,
  })
  return {
    airdrop(address, amount) {
      // A slot of its own gives equal airdrops different blockhashes, so that none counts as a repetition.
      ledger.advance(1)
      const message = new TransactionMessage({
        payerKey: keypair.publicKey,
        recentBlockhash: ledger.blockhashes.latest().blockhash,
        instructions: [
          SystemProgram.transfer({
            fromPubkey: keypair.publicKey,
            toPubkey: new PublicKey(address),
            lamports: amount,
          }),
        ],
      }).compileToLegacyMessage()
      const transaction = new VersionedTransaction(message)
      transaction.sign([keypair])
      const outcome = ledger.process(parseTransaction(transaction.serialize()))
      const error = 'rejected' in outcome ? outcome.rejected : outcome.processed.error
      if (error !== null) {
        throw new DevstackError(
          'NODE_REFUSED',
          `The airdrop of ${amount} lamports to ${address} failed: ${describeTransactionError(error)}.`,
        )
      }
      return parseTransaction(transaction.serialize()).signature
    },
  }
}
