import { untilAborted } from '@latchkey/kernel/chain'
import type { ActiveWallet } from '@latchkey/kernel/wallet'
import { SignMessage } from '@latchkey/kernel/contracts'
import type { Token } from '@latchkey/kernel/plugin'
import {
  address,
  assertIsTransactionWithinSizeLimit,
  getBase58Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getTransactionEncoder,
  getTransactionLifetimeConstraintFromCompiledTransactionMessage,
  type MessageModifyingSigner,
  type SignableMessage,
  signatureBytes,
  type Transaction,
  type TransactionModifyingSigner,
  type TransactionWithLifetime,
} from '@solana/kit'
import { SignAllTransactions } from '../signAllTransactions.js'

/** Signs transactions and messages of @solana/kit, wherever kit takes a signer. */
export type KitSigner = TransactionModifyingSigner & MessageModifyingSigner

/**
 * The connected Solana wallet as a signer of @solana/kit. Several transactions need one approval. What the wallet
 * returns is checked as by the capabilities `SignAllTransactions` and `SignMessage`, whose errors its functions reject
 * with; an aborted `abortSignal` rejects with its reason.
 *
 * @param wallet of the namespace `solana`, from `useWallet({ namespace: 'solana' })` or `Wallets`. The signer stays with its account.
 *
 * @throws kit's SolanaError when the account of another namespace is given, whose address is none of Solana.
 *
 * @example
 * const signer = createKitSigner(wallet)
 * const message = setTransactionMessageFeePayerSigner(signer, createTransactionMessage({ version: 0 }))
 */
export function createKitSigner(wallet: ActiveWallet): KitSigner {
  const signerAddress = address(wallet.account.address)
  return {
    address: signerAddress,
    async modifyAndSignTransactions(transactions, { abortSignal } = {}) {
      const encoder = getTransactionEncoder()
      const wires = transactions.map((transaction) => Uint8Array.from(encoder.encode(transaction)))
      const signer = required(wallet, SignAllTransactions)
      const signed = await untilCalledOff(abortSignal, () => signer.sign({ transactions: wires }))
      return Promise.all(signed.map((bytes, index) => readSigned(bytes, transactions[index])))
    },
    async modifyAndSignMessages(messages, { abortSignal } = {}) {
      const signed: SignableMessage[] = []
      for (const { content, signatures } of messages) {
        const signer = required(wallet, SignMessage)
        const message = Uint8Array.from(content)
        const { signature, signedMessage } = await untilCalledOff(abortSignal, () => signer.sign({ message }))
        const own = signatureBytes(getBase58Encoder().encode(signature))
        // Signatures of others are over other bytes when the wallet changed the message.
        const others = signedMessage ? {} : signatures
        signed.push(
          Object.freeze({
            content: signedMessage ?? content,
            signatures: Object.freeze({ ...others, [signerAddress]: own }),
          }),
        )
      }
      return signed
    },
  }
}

function required<T>(wallet: ActiveWallet, token: Token<T>) {
  const found = wallet.use(token)
  if (!found) throw wallet.refusal(token)
  return found
}

/** What the wallet signed, for as long as what was asked, or for as long as the wallet made it when it changed that. */
async function readSigned(
  bytes: Uint8Array,
  asked: Transaction | (Transaction & TransactionWithLifetime) | undefined,
) {
  const signed = getTransactionDecoder().decode(bytes)
  const compiled = getCompiledTransactionMessageDecoder().decode(signed.messageBytes)
  const given = asked && 'lifetimeConstraint' in asked ? asked.lifetimeConstraint : undefined
  const token = given && ('blockhash' in given ? given.blockhash : given.nonce)
  const lifetimeConstraint =
    given && 'lifetimeToken' in compiled && compiled.lifetimeToken === token
      ? given
      : await getTransactionLifetimeConstraintFromCompiledTransactionMessage(compiled)
  const transaction = { ...signed, lifetimeConstraint }
  assertIsTransactionWithinSizeLimit(transaction)
  return Object.freeze(transaction)
}

/** Signers of kit reject with the signal's own reason. */
async function untilCalledOff<T>(signal: AbortSignal | undefined, ask: () => Promise<T>): Promise<T> {
  try {
    return await untilAborted(signal, ask)
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  }
}
