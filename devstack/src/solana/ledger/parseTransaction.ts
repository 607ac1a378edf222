import { base58 } from '@scure/base'
import {
  type Address,
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Transaction,
} from '@solana/kit'
import { RpcError, rpcErrorCodes } from '../rpcError.js'

type SupportedMessage = Exclude<CompiledTransactionMessage, { version: 1 }> &
  CompiledTransactionMessageWithLifetime

/** A transaction as received, with its message decoded. */
export interface ParsedTransaction {
  readonly bytes: Uint8Array
  readonly transaction: Transaction
  readonly message: SupportedMessage
  readonly staticAccounts: readonly Address[]
  /** Base58, in the order of the signers; all zero bytes where a signature is missing. */
  readonly signatures: readonly string[]
  /** The first signature, which names the transaction. */
  readonly signature: string
}

/** The most bytes a transaction may have: one IPv6 minimum MTU less the headers. */
const packetLimit = 1232

/** Decodes the bytes of a legacy or v0 transaction. Throws an invalid-params {@link RpcError} otherwise. */
export function parseTransaction(bytes: Uint8Array): ParsedTransaction {
  if (bytes.length > packetLimit) {
    throw new RpcError(
      rpcErrorCodes.invalidParams,
      `decoded solana_transaction::versioned::VersionedTransaction too large: ${bytes.length} bytes (max: ${packetLimit} bytes)`,
    )
  }
  const { transaction, message } = decode(bytes)
  const signatures = Object.values(transaction.signatures).map((signature) =>
    base58.encode(signature ? Uint8Array.from(signature) : new Uint8Array(64)),
  )
  const [signature] = signatures
  if (signature === undefined) {
    throw new RpcError(rpcErrorCodes.invalidParams, 'invalid transaction: it has no signature')
  }
  return { bytes, transaction, message, staticAccounts: message.staticAccounts, signatures, signature }
}

function decode(bytes: Uint8Array): { transaction: Transaction; message: SupportedMessage } {
  try {
    const transaction = getTransactionDecoder().decode(bytes)
    return { transaction, message: parseMessage(transaction.messageBytes) }
  } catch (error) {
    if (error instanceof RpcError) throw error
    throw new RpcError(
      rpcErrorCodes.invalidParams,
      `failed to deserialize solana_transaction::versioned::VersionedTransaction: ${String(error)}`,
    )
  }
}

/** Decodes the bytes of a legacy or v0 message. Throws an invalid-params {@link RpcError} otherwise. */
export function parseMessage(bytes: Parameters<typeof decodeMessage>[0]): SupportedMessage {
  const message = decodeMessage(bytes)
  if (message.version !== 'legacy' && message.version !== 0) {
    throw new RpcError(rpcErrorCodes.invalidParams, `transaction version ${message.version} is not supported`)
  }
  return message
}

function decodeMessage(bytes: Transaction['messageBytes'] | Uint8Array) {
  try {
    return getCompiledTransactionMessageDecoder().decode(bytes)
  } catch (error) {
    throw new RpcError(rpcErrorCodes.invalidParams, `failed to deserialize the message: ${String(error)}`)
  }
}
