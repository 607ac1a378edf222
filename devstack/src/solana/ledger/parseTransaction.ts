import { base58 } from '@scure/base'
import {
  type Address,
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getTransactionEncoder,
  type Transaction,
} from '@solana/kit'
import { RpcError, rpcErrorCodes } from '../rpcError.js'

type Decoded = CompiledTransactionMessage & CompiledTransactionMessageWithLifetime
type Classic = Exclude<Decoded, { version: 1 }>

/** Limits and price that a message of version 1 states itself. `null` where it states none. */
export interface MessageConfig {
  readonly computeUnitLimit: number | null
  readonly heapSize: number | null
  readonly loadedAccountsDataSizeLimit: number | null
  readonly priorityFee: bigint | null
}

/** A decoded message of any version that runs here. */
export interface LedgerMessage
  extends Pick<Classic, 'header' | 'staticAccounts' | 'lifetimeToken' | 'instructions'> {
  readonly version: 'legacy' | 0 | 1
  readonly addressTableLookups?: Extract<Classic, { version: 0 }>['addressTableLookups']
  /** Of version 1 only. */
  readonly config?: MessageConfig
}

/** A transaction as received, with its message decoded. */
export interface ParsedTransaction {
  readonly bytes: Uint8Array
  readonly transaction: Transaction
  readonly message: LedgerMessage
  readonly staticAccounts: readonly Address[]
  /** Base58, in the order of the signers; all zero bytes where a signature is missing. */
  readonly signatures: readonly string[]
  /** The first signature, which names the transaction. */
  readonly signature: string
}

/** One IPv6 minimum MTU less the headers. */
const packetLimit = 1_232
/** SIMD-0296 and 0385. */
const version1 = { firstByte: 0x81, limit: 4_096, knownMask: 0b11111 } as const

/** Decodes the bytes of a transaction. Throws an invalid-params {@link RpcError} otherwise. */
export function parseTransaction(bytes: Uint8Array): ParsedTransaction {
  const limit = bytes[0] === version1.firstByte ? version1.limit : packetLimit
  if (bytes.length > limit) {
    throw new RpcError(
      rpcErrorCodes.invalidParams,
      `decoded solana_transaction::versioned::VersionedTransaction too large: ${bytes.length} bytes (max: ${limit} bytes)`,
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

function decode(bytes: Uint8Array): { transaction: Transaction; message: LedgerMessage } {
  try {
    const transaction = getTransactionDecoder().decode(bytes)
    if (getTransactionEncoder().getSizeFromValue(transaction) !== bytes.length) {
      throw new Error('it has bytes after its end')
    }
    return { transaction, message: parseMessage(transaction.messageBytes) }
  } catch (error) {
    if (error instanceof RpcError) throw error
    throw new RpcError(
      rpcErrorCodes.invalidParams,
      `failed to deserialize solana_transaction::versioned::VersionedTransaction: ${String(error)}`,
    )
  }
}

/** Decodes the bytes of a message. Throws an invalid-params {@link RpcError} otherwise. */
export function parseMessage(bytes: Transaction['messageBytes'] | Uint8Array): LedgerMessage {
  try {
    const [message, end] = getCompiledTransactionMessageDecoder().read(bytes, 0)
    if (message.version !== 1) return message
    if (end !== bytes.length) throw new Error('it has bytes after its end')
    return fromVersion1(message)
  } catch (error) {
    throw new RpcError(rpcErrorCodes.invalidParams, `failed to deserialize the message: ${String(error)}`)
  }
}

/** kit's decoder passes over bits of the mask that it does not know; the runtime refuses them. */
function fromVersion1(message: Extract<Decoded, { version: 1 }>): LedgerMessage {
  const { version, header, staticAccounts, lifetimeToken, configMask: mask, configValues } = message
  if ((mask & ~version1.knownMask) !== 0) throw new Error('its mask names a field that is not known')
  const values = [...configValues]
  const next = (bit: number) => ((mask & bit) === 0 ? null : (values.shift()?.value ?? null))
  const priorityFee = next(0b1)
  const [computeUnitLimit, loadedAccountsDataSizeLimit, heapSize] = [0b100, 0b1000, 0b10000].map(next)
  const small = (value: number | bigint | null | undefined) => (value == null ? null : Number(value))
  return {
    ...{ version, header, staticAccounts, lifetimeToken },
    instructions: message.instructionHeaders.map(({ programAccountIndex }, index) => ({
      programAddressIndex: programAccountIndex,
      accountIndices: message.instructionPayloads[index]?.instructionAccountIndices ?? [],
      data: message.instructionPayloads[index]?.instructionData ?? new Uint8Array(),
    })),
    config: {
      computeUnitLimit: small(computeUnitLimit),
      heapSize: small(heapSize),
      loadedAccountsDataSizeLimit: small(loadedAccountsDataSizeLimit),
      priorityFee: priorityFee === null ? null : BigInt(priorityFee),
    },
  }
}
