import { base58 } from '@scure/base'
import type { LedgerTransaction, TokenBalance } from '../ledger/ledger.js'
import { tokenAmount } from '../ledger/tokenAccounts.js'

/** How a past transaction is written. Nodes default to `json`. */
export type TransactionEncoding = 'json' | 'jsonParsed' | 'base58' | 'base64'

/** Writes a past transaction the way `getTransaction` answers. */
export function transactionJson(transaction: LedgerTransaction, encoding: TransactionEncoding): unknown {
  return {
    slot: transaction.slot,
    blockTime: transaction.blockTime,
    version: transaction.message.version,
    transaction: encodeTransaction(transaction, encoding),
    meta: transactionMeta(transaction, encoding),
  }
}

function encodeTransaction(transaction: LedgerTransaction, encoding: TransactionEncoding): unknown {
  if (encoding === 'base64') return [Buffer.from(transaction.bytes).toString('base64'), 'base64']
  if (encoding === 'base58') return [base58.encode(transaction.bytes), 'base58']
  const { message, signatures } = transaction
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = message.header
  const lookups = 'addressTableLookups' in message ? (message.addressTableLookups ?? []) : []
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
    return { programIdIndex: programIndex, accounts: accountIndexes, data: base58.encode(data), stackHeight }
  }
  return {
    programId: accounts.all[programIndex],
    accounts: accountIndexes.map((index) => accounts.all[index]),
    data: base58.encode(data),
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
