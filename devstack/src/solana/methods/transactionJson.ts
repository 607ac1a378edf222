import { getBase58Decoder } from '@solana/kit'
import type { LedgerTransaction, TokenBalance } from '../ledger/ledger.js'
import { RpcError, rpcErrorCodes } from '../rpcError.js'
import { tokenAmount } from '../ledger/tokenAccounts.js'

/** How a past transaction is written. Nodes default to `json`. */
export type TransactionEncoding = 'json' | 'jsonParsed' | 'base58' | 'base64'

/** Form in which a client wants a transaction. */
export interface TransactionView {
  readonly encoding: TransactionEncoding
  /** The newest version that the client reads, its `maxSupportedTransactionVersion`. Absent: legacy only. */
  readonly newest: number | undefined
}

/** Writes a past transaction the way `getTransaction` answers. Throws an {@link RpcError} of code -32015 when it is too new. */
export function transactionJson(
  transaction: LedgerTransaction,
  { encoding, newest }: TransactionView,
): unknown {
  return {
    slot: transaction.slot,
    blockTime: transaction.blockTime,
    ...versionedJson(transaction, { encoding, newest }),
  }
}

/** Writes a past transaction as a block holds it. Throws an {@link RpcError} of code -32015 when it is too new. */
export function versionedJson(
  transaction: LedgerTransaction,
  { encoding, newest }: TransactionView,
): { readonly version: 'legacy' | number; readonly transaction: unknown; readonly meta: unknown } {
  const { version } = transaction.message
  if (version !== 'legacy' && !(newest !== undefined && version <= newest)) {
    throw new RpcError(
      rpcErrorCodes.transactionVersionNotSupported,
      `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
    )
  }
  return {
    version,
    transaction: encodeTransaction(transaction, encoding),
    meta: transactionMeta(transaction, encoding),
  }
}

/** Of any length: @scure/base encodes 2,048 bytes at most, and a transaction may have twice that. */
const base58 = (bytes: Uint8Array) => getBase58Decoder().decode(bytes)

function encodeTransaction(transaction: LedgerTransaction, encoding: TransactionEncoding): unknown {
  if (encoding === 'base64') return [Buffer.from(transaction.bytes).toString('base64'), 'base64']
  if (encoding === 'base58') return [base58(transaction.bytes), 'base58']
  const { message, signatures } = transaction
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = message.header
  const lookups = message.addressTableLookups ?? []
  const parsed = encoding === 'jsonParsed'
  return {
    signatures,
    message: {
      accountKeys: parsed ? parsedAccountKeys(transaction) : message.staticAccounts,
      ...(parsed
        ? {}
        : {
            header: {
              numRequiredSignatures: numSignerAccounts,
              numReadonlySignedAccounts: numReadonlySignerAccounts,
              numReadonlyUnsignedAccounts: numReadonlyNonSignerAccounts,
            },
          }),
      recentBlockhash: message.lifetimeToken,
      instructions: message.instructions.map((instruction) =>
        instructionJson(
          transaction,
          {
            programIndex: instruction.programAddressIndex,
            accountIndexes: instruction.accountIndices ?? [],
            data: Uint8Array.from(instruction.data ?? []),
            stackHeight: 1,
          },
          parsed,
        ),
      ),
      ...(message.version === 0
        ? {
            addressTableLookups: lookups.map((lookup) => ({
              accountKey: lookup.lookupTableAddress,
              writableIndexes: lookup.writableIndexes,
              readonlyIndexes: lookup.readonlyIndexes,
            })),
          }
        : {}),
      ...(message.config
        ? {
            transactionConfig: {
              ...message.config,
              priorityFee: message.config.priorityFee === null ? null : Number(message.config.priorityFee),
            },
          }
        : {}),
    },
  }
}

const parsedAccountKeys = ({ accounts, staticAccounts }: LedgerTransaction) =>
  accounts.all.map((pubkey, index) => ({
    pubkey,
    signer: accounts.isSigner(index),
    writable: accounts.isWritable(index),
    source: index < staticAccounts.length ? 'transaction' : 'lookupTable',
  }))

interface Instruction {
  readonly programIndex: number
  readonly accountIndexes: readonly number[]
  readonly data: Uint8Array
  readonly stackHeight: number
}

/** In the parsed form every program stays "partially decoded": addresses instead of indexes, data as base58. */
function instructionJson({ accounts }: LedgerTransaction, instruction: Instruction, parsed: boolean) {
  const { programIndex, accountIndexes, data, stackHeight } = instruction
  if (!parsed) {
    return { programIdIndex: programIndex, accounts: accountIndexes, data: base58(data), stackHeight }
  }
  return {
    programId: accounts.all[programIndex],
    accounts: accountIndexes.map((index) => accounts.all[index]),
    data: base58(data),
    stackHeight,
  }
}

function transactionMeta(transaction: LedgerTransaction, encoding: TransactionEncoding) {
  const { error, metadata, before, after, accounts, fee } = transaction
  const parsed = encoding === 'jsonParsed'
  const innerInstructions = metadata.innerInstructions().flatMap((list, index) => {
    if (list.length === 0) return []
    const instructions = list.map((inner) => {
      const compiled = inner.instruction()
      const one = {
        programIndex: compiled.programIdIndex(),
        accountIndexes: [...compiled.accounts()],
        data: Uint8Array.from(compiled.data()),
        stackHeight: inner.stackHeight(),
      }
      return instructionJson(transaction, one, parsed)
    })
    return [{ index, instructions }]
  })
  return {
    err: error,
    status: error === null ? { Ok: null } : { Err: error },
    fee: Number(fee),
    preBalances: before.lamports.map(Number),
    postBalances: after.lamports.map(Number),
    preTokenBalances: before.tokens.map(tokenBalanceJson),
    postTokenBalances: after.tokens.map(tokenBalanceJson),
    innerInstructions,
    logMessages: metadata.logs(),
    rewards: [],
    computeUnitsConsumed: Number(metadata.computeUnitsConsumed()),
    ...(parsed ? {} : { loadedAddresses: accounts.loaded }),
  }
}

const tokenBalanceJson = ({ accountIndex, mint, owner, programId, amount, decimals }: TokenBalance) => ({
  accountIndex,
  mint,
  owner,
  programId,
  uiTokenAmount: tokenAmount(amount, decimals),
})
