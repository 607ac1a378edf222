import { base58, base64 } from '@scure/base'
import type { TransactionMetadata } from 'litesvm'
import * as z from 'zod/mini'
import { encodeAccount } from '../ledger/accountEncoding.js'
import { feeOf } from '../ledger/fees.js'
import type { LedgerTransaction, SimulationResult } from '../ledger/ledger.js'
import { parseMessage, parseTransaction } from '../ledger/parseTransaction.js'
import { describeTransactionError } from '../ledger/transactionErrors.js'
import { type RpcContext, type RpcMethod, withContext } from '../rpcContext.js'
import { RpcError, rpcErrorCodes } from '../rpcError.js'
import { addressParameter, parseParameters, signatureParameter, unsignedParameter } from '../rpcParameters.js'
import { transactionJson } from './transactionJson.js'
import { viewOf, viewParameter } from './transactionView.js'

const wireEncoding = z.nullish(z.enum(['base58', 'base64']))

const sendParameters = z.tuple([
  z.string(),
  z.nullish(z.object({ encoding: wireEncoding, skipPreflight: z.nullish(z.boolean()) })),
])

const simulateParameters = z.tuple([
  z.string(),
  z.nullish(
    z.object({
      encoding: wireEncoding,
      sigVerify: z.nullish(z.boolean()),
      replaceRecentBlockhash: z.nullish(z.boolean()),
      accounts: z.nullish(
        z.object({
          addresses: z.array(addressParameter),
          encoding: z.nullish(z.enum(['base64', 'jsonParsed'])),
        }),
      ),
    }),
  ),
])

const transactionParameters = z.tuple([signatureParameter, viewParameter])

const historyParameters = z.tuple([
  addressParameter,
  z.nullish(
    z.object({
      limit: z.nullish(z.number().check(z.int(), z.gte(1), z.lte(1000))),
      before: z.nullish(z.string()),
      until: z.nullish(z.string()),
    }),
  ),
])

/** Methods that send, try and look up transactions. */
export function transactionMethods({ ledger, faucet }: RpcContext): Record<string, RpcMethod> {
  return {
    sendTransaction: (parameters) => {
      const [text, options] = parseParameters(sendParameters, parameters)
      const transaction = parseTransaction(decode(text, options?.encoding ?? 'base58'))
      if (!options?.skipPreflight) {
        const result = ledger.simulate(transaction, { verify: true, checkBlockhash: true })
        if (result.error !== null) throw preflightFailure(result)
      }
      const outcome = ledger.process(transaction)
      if ('rejected' in outcome) {
        throw preflightFailure({ error: outcome.rejected, metadata: undefined, accounts: new Map() })
      }
      return transaction.signature
    },
    simulateTransaction: (parameters) => {
      const [text, options] = parseParameters(simulateParameters, parameters)
      const { sigVerify, replaceRecentBlockhash, accounts } = options ?? {}
      if (sigVerify && replaceRecentBlockhash) {
        const reason = 'sigVerify may not be used with replaceRecentBlockhash'
        throw new RpcError(rpcErrorCodes.invalidParams, reason)
      }
      const transaction = parseTransaction(decode(text, options?.encoding ?? 'base58'))
      const result = ledger.simulate(transaction, {
        verify: sigVerify ?? false,
        checkBlockhash: !replaceRecentBlockhash,
      })
      return withContext(ledger, {
        ...simulationJson(result),
        accounts: accounts
          ? accounts.addresses.map((address) => {
              const account = result.accounts.get(address) ?? ledger.getAccount(address)
              const encoding = accounts.encoding ?? 'base64'
              return account ? encodeAccount(account, { encoding }, ledger.decimalsOf) : null
            })
          : null,
        ...(replaceRecentBlockhash ? { replacementBlockhash: ledger.blockhashes.latest() } : {}),
      })
    },
    getFeeForMessage: (parameters) => {
      const [text] = parseParameters(z.tuple([z.string()], z.unknown()), parameters)
      const message = parseMessage(decode(text, 'base64'))
      const known = ledger.blockhashes.isValid(message.lifetimeToken)
      return withContext(ledger, known ? Number(feeOf(message)) : null)
    },
    getSignatureStatuses: (parameters) => {
      const [signatures] = parseParameters(z.tuple([z.array(signatureParameter)], z.unknown()), parameters)
      return withContext(
        ledger,
        signatures.map((signature) => statusJson(ledger.getTransaction(signature))),
      )
    },
    getSignaturesForAddress: (parameters) => {
      const [address, options] = parseParameters(historyParameters, parameters)
      const all = ledger.transactionsOf(address)
      const position = (signature: string | null | undefined) =>
        signature ? all.findIndex((one) => one.signature === signature) : -1
      const before = position(options?.before)
      if (options?.before && before < 0) return []
      const until = position(options?.until)
      const limit = options?.limit ?? 1000
      return all
        .slice(before + 1, until < 0 ? undefined : until)
        .slice(0, limit)
        .map(historyJson)
    },
    getTransaction: (parameters) => {
      const [signature, options] = parseParameters(transactionParameters, parameters)
      const transaction = ledger.getTransaction(signature)
      if (!transaction) return null
      return transactionJson(transaction, viewOf(options))
    },
    requestAirdrop: (parameters) => {
      const schema = z.tuple([addressParameter, unsignedParameter], z.unknown())
      const [address, lamports] = parseParameters(schema, parameters)
      return faucet.airdrop(address, BigInt(lamports))
    },
  }
}

function decode(text: string, encoding: 'base58' | 'base64'): Uint8Array {
  try {
    return (encoding === 'base64' ? base64 : base58).decode(text)
  } catch (error) {
    throw new RpcError(rpcErrorCodes.invalidParams, `invalid ${encoding} encoding: ${String(error)}`)
  }
}

function preflightFailure(result: SimulationResult): RpcError {
  if (result.error === 'SignatureFailure') {
    const reason = 'Transaction signature verification failure'
    return new RpcError(rpcErrorCodes.signatureVerificationFailure, reason)
  }
  const reason = result.error === null ? 'unknown' : describeTransactionError(result.error)
  const message = `Transaction simulation failed: ${reason}`
  return new RpcError(rpcErrorCodes.preflightFailure, message, { accounts: null, ...simulationJson(result) })
}

const simulationJson = ({ error, metadata }: SimulationResult) => ({
  err: error,
  logs: metadata?.logs() ?? [],
  unitsConsumed: Number(metadata?.computeUnitsConsumed() ?? 0n),
  returnData: returnDataJson(metadata),
  innerInstructions: null,
})

function returnDataJson(metadata: TransactionMetadata | undefined) {
  const returned = metadata?.returnData()
  const data = returned?.data()
  if (!returned || !data || data.length === 0) return null
  return {
    programId: base58.encode(Uint8Array.from(returned.programId())),
    data: [Buffer.from(data).toString('base64'), 'base64'],
  }
}

/** One node decides alone, so that what it has processed is final. */
const statusJson = (transaction: LedgerTransaction | undefined) =>
  transaction
    ? {
        slot: transaction.slot,
        confirmations: null,
        err: transaction.error,
        status: transaction.error === null ? { Ok: null } : { Err: transaction.error },
        confirmationStatus: 'finalized',
      }
    : null

const historyJson = (transaction: LedgerTransaction) => ({
  signature: transaction.signature,
  slot: transaction.slot,
  err: transaction.error,
  memo: null,
  blockTime: transaction.blockTime,
  confirmationStatus: 'finalized',
})
