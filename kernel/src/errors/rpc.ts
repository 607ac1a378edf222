import type { BaseError } from './base.js'
import { ConnectorError } from './connector.js'
import { createWalletErrors, type ReadWalletError } from './createWalletErrors.js'
import type { WalletDialect } from './dialect.js'
import { refusalWords } from './refusalWords.js'
import { rpcCodes } from './rpcCodes.js'

/** What nodes say in words. The first match wins; patterns have no nested repetition. */
const nodeWords: NonNullable<WalletDialect['nodeWords']> = [
  [/execution reverted/i, 'EXECUTION_REVERTED', 'The contract refused the transaction.'],
  [
    /insufficient funds|exceeds (?:the )?balance/i,
    'INSUFFICIENT_FUNDS',
    'There is not enough to pay for the amount and the network fee.',
  ],
  [
    /max fee per gas less than block base fee|fee cap (?:is )?(?:less|too low)/i,
    'FEE_CAP_TOO_LOW',
    'The network fee offered is too low right now.',
  ],
  [
    /max fee per gas higher than 2|fee cap (?:is )?(?:higher|too high)/i,
    'FEE_CAP_TOO_HIGH',
    'The network fee offered is too high to be meant.',
  ],
  [
    /tip (?:is )?(?:higher|above)|max priority fee per gas higher than max fee/i,
    'TIP_ABOVE_FEE_CAP',
    'The tip offered is higher than the fee.',
  ],
  [
    /nonce too high/i,
    'NONCE_TOO_HIGH',
    'An earlier transaction of this account is missing. Wait for it, then try again.',
  ],
  [
    /nonce too low|already known|transaction already imported/i,
    'NONCE_TOO_LOW',
    'This transaction was sent already, or another one took its place.',
  ],
  [/nonce has max value/i, 'NONCE_MAX_VALUE', 'This account can’t send any more transactions.'],
  [/intrinsic gas too low/i, 'GAS_TOO_LOW', 'The gas allowed is too little for this transaction.'],
  [
    /intrinsic gas too high|gas limit reached|exceeds block gas limit/i,
    'GAS_TOO_HIGH',
    'The gas allowed is more than a block holds.',
  ],
  [
    /transaction type not valid|transaction type not supported/i,
    'TRANSACTION_TYPE_NOT_SUPPORTED',
    'This network does not support this kind of transaction.',
  ],
]

/** What wallets say in words when they do not know a network. One that speaks of a method means the method. */
const unknownNetwork =
  /(?:unrecogni[sz]ed|unknown|unsupported) (?:chain|network)|\b(?:chain|network)(?:(?!method).){0,60}?(?:not (?:been )?(?:added|found|recogni[sz]ed|supported|exist)|does(?:n't| not) exist)/i

/** What EIP-1193 wallets say: their numbers are those of JSON-RPC, EIP-1474, EIP-1193 and EIP-5792. */
export const eip1193Dialect: WalletDialect = {
  name: 'EIP-1193',
  source: 'EIP-1193, EIP-1474, EIP-3326, EIP-5792; @metamask/rpc-errors 7.0.3; CAIP-25 for 5000',
  codes: rpcCodes,
  words: [...refusalWords, [unknownNetwork, 'unknownNetwork']],
  nodeWords,
}

const { 4001: _, 5000: __, ...nodeCodes } = rpcCodes

/** A node, a bundler or a paymaster speaks for no person: what it says in a person's words is a text like any other. */
const nodeDialect: WalletDialect = {
  name: 'JSON-RPC node',
  source: 'JSON-RPC 2.0, EIP-1474',
  codes: nodeCodes,
  words: [],
  nodeWords,
}

/** Maps what a wallet of EIP-1193 threw to one of our errors, once, at the connector's boundary. */
export const rpcErrorFrom: ReadWalletError = createWalletErrors(eip1193Dialect)

/** Maps what a node, a bundler or a paymaster returned as its error to one of ours. It's never a person who declined. */
export const nodeErrorFrom: (error: unknown) => BaseError = createWalletErrors(nodeDialect)

/** The wallet was found, but what it answered is not what its standard says. */
export function invalidAnswer(wallet: string, method: string, detail: string): ConnectorError {
  return new ConnectorError(`${wallet} gave an answer that can’t be used.`, {
    code: 'WALLET_ANSWER_INVALID',
    parameters: { wallet },
    metaMessages: [`Method: ${method}`, `Received: ${detail.slice(0, 200)}`],
  })
}
