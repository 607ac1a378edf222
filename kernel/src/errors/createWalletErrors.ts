import { type BaseError, isKernelError } from './base.js'
import { ConnectorError } from './connector.js'
import type {
  AskedOfWallet,
  DialectRow,
  MeaningErrors,
  WalletDialect,
  WalletMeaning,
  WordsRow,
} from './dialect.js'
import { type ForeignError, readForeignError } from './foreignError.js'
import { movesMoney } from './movesMoney.js'
import { NetworkError } from './network.js'
import { isProgramError, programError } from './program.js'
import { RpcError } from './rpcError.js'
import { UserRejectedError } from './userRejected.js'

/**
 * Maps what a wallet threw to one of our errors. Our own errors pass through untouched.
 *
 * @param asked What the wallet was asked. A window that was closed is a person who declined only where the request moves no
 * money; without a method it's taken to move some.
 */
export type ReadWalletError = (error: unknown, asked?: AskedOfWallet) => BaseError

/** Characters of a wallet's words that developers see. */
const detailLimit = 500

/** Errors of a meaning, for numbers and words that have none of their own. */
const ownErrors: MeaningErrors = {
  closed: [
    'WALLET_WINDOW_CLOSED',
    () => 'The window was closed before it answered. Look at your wallet before you send again.',
  ],
  busy: ['RPC_RESOURCE_UNAVAILABLE', () => 'Your wallet is already waiting for an answer. Open it to go on.'],
  unsupported: [
    'WALLET_METHOD_UNSUPPORTED',
    (wallet) => `${wallet} can’t do this. Use another wallet, or another address of it.`,
  ],
  unauthorized: [
    'WALLET_ACCESS_DENIED',
    (wallet) => `${wallet} does not let this app do that. Connect it again to ask for access.`,
  ],
  unreachable: [
    'WALLET_NOT_REACHED',
    () => 'No wallet app answered. Install a wallet app on this device, or open the one you have.',
  ],
  unknownNetwork: ['RPC_UNRECOGNIZED_CHAIN', () => 'The wallet does not know this network.'],
}

/** How browsers and Node say that nothing came back; `fetch` throws it as a TypeError, which is no fault of code. */
const unreachableText = /failed to fetch|fetch failed|networkerror when attempting|load failed/i

/**
 * Makes the function that maps what wallets of one dialect threw to one of our errors, once, at the connector's border. Numbers
 * and words of any other dialect mean nothing to it. Looks through nested errors (`data.originalError`, `cause`), and trusts
 * none: a getter or a proxy that throws is as if there were none. What the language throws when code is wrong (`TypeError`,
 * `ReferenceError` …) is nobody's answer: it becomes `PROGRAM_ERROR`.
 *
 * @example
 * const walletErrorFrom = createWalletErrors({
 *   name: 'Example', source: 'example-wallet 1.0.0',
 *   codes: { 7: ['unauthorized'], 4001: ['refused'] },
 *   words: refusalWords,
 * })
 */
export function createWalletErrors(dialect: WalletDialect): ReadWalletError {
  return (error, asked = {}) => {
    if (isKernelError(error)) return error
    const read = readForeignError(error)
    const errors = { ...ownErrors, ...dialect.errors }
    const facts: Facts = { ...read, error, asked, errors, ...rowOf(dialect, read) }
    const louder = meaningsOf(dialect.louder, read.texts)
    const meanings = meaningsOf(dialect.words, read.texts)
    if (louder.size === 0 && isRefusal(dialect, facts, meanings)) return refusal(dialect, facts)
    return (
      closedError(dialect, facts, louder) ??
      closedError(dialect, facts, meanings) ??
      nodeError(dialect, facts) ??
      wordsError(facts, louder) ??
      wordsError(facts, meanings) ??
      numberError(facts)
    )
  }
}

interface Facts extends ForeignError {
  readonly error: unknown
  readonly asked: AskedOfWallet
  readonly errors: MeaningErrors
  /** The outermost number that the dialect has, and what it means there. */
  readonly code?: number | string | undefined
  readonly row?: DialectRow | undefined
}

type Meanings = ReadonlySet<WalletMeaning>

const ownRow = ({ codes }: WalletDialect, code: number | string): DialectRow | undefined =>
  Object.hasOwn(codes, code) ? codes[code] : undefined

function rowOf(dialect: WalletDialect, { codes }: ForeignError): Pick<Facts, 'code' | 'row'> {
  const code = codes.find((candidate) => ownRow(dialect, candidate))
  return code === undefined ? {} : { code, row: ownRow(dialect, code) }
}

const meaningsOf = (rows: readonly WordsRow[] | undefined, texts: readonly string[]): Meanings =>
  new Set(rows?.filter(([pattern]) => texts.some((text) => pattern.test(text))).map(([, meaning]) => meaning))

/** Only what is plain and nothing else contradicts: a doubt costs a look at the wallet, a mistake costs a second payment. */
function isRefusal(dialect: WalletDialect, { codes, row }: Facts, meanings: Meanings): boolean {
  if (row?.[3] === 'firm') return false
  const isPlain = meanings.has('refused')
  const refusing = codes.map((code) => ownRow(dialect, code)).find((known) => known?.[0] === 'refused')
  if (!refusing) return isPlain && !meanings.has('undecided')
  if (isPlain) return !meanings.has('undecided')
  return !meanings.has('undecided') && !(refusing[3] === 'loose' && meanings.has('unknownNetwork'))
}

function refusal(dialect: WalletDialect, { codes, error }: Facts): UserRejectedError {
  const refusing = codes.find((code) => ownRow(dialect, code)?.[0] === 'refused') ?? codes[0]
  return new UserRejectedError({
    cause: error,
    ...(typeof refusing === 'number' ? { rpcCode: refusing } : {}),
  })
}

/** Where no money moves, nothing can be lost: a person who leaves has declined. */
function closedError(dialect: WalletDialect, facts: Facts, meanings: Meanings): BaseError | undefined {
  const isClosed = meanings.has('closed')
  if (!isClosed && !meanings.has('left')) return undefined
  if (movesMoney(facts.asked.method)) return isClosed ? meaningError('closed', facts) : undefined
  return meanings.has('undecided') ? undefined : refusal(dialect, facts)
}

/** Nodes answer almost everything with -32000 or -32603: their words say more than the number. */
function nodeError({ nodeWords }: WalletDialect, facts: Facts): BaseError | undefined {
  const { texts, row, error } = facts
  if (row && row[3] !== 'loose') return undefined
  const found = nodeWords?.find(([pattern]) => texts.some((text) => pattern.test(text)))
  if (!found) return undefined
  const [, code, sentence] = found
  return new RpcError(sentence, { code, cause: error, ...detailsOf(facts) })
}

/** What words say of a network, of leave or of a way to the wallet, where the number says less. */
function wordsError(facts: Facts, meanings: Meanings): BaseError | undefined {
  const { row } = facts
  if (row && !['undecided', 'unsupported', 'refused'].includes(row[0])) return undefined
  if (row?.[3] === 'firm') return undefined
  const said = (['unreachable', 'unknownNetwork', 'unauthorized', 'busy', 'unsupported'] as const).find(
    (meaning) => meanings.has(meaning),
  )
  return said && meaningError(said, facts)
}

function numberError(facts: Facts): BaseError {
  const { row, codes, texts, error, errors } = facts
  if (row?.[1] !== undefined || (row && errors[row[0]])) return meaningError(row[0], facts, row)
  if (codes.length === 0 && isProgramError(error)) {
    return texts.some((text) => unreachableText.test(text)) ? unreachable(error) : programError(error)
  }
  return new RpcError('The wallet or node answered with an error it did not explain.', {
    code: 'RPC_UNKNOWN',
    cause: error,
    ...detailsOf(facts),
  })
}

function meaningError(meaning: WalletMeaning, facts: Facts, row?: DialectRow): BaseError {
  const [ownCode, ownSentence] = facts.errors[meaning] ?? []
  const code = row?.[1] ?? ownCode ?? 'RPC_UNKNOWN'
  const told = row?.[2] ?? ownSentence ?? ''
  const wallet = facts.asked.wallet ?? 'The wallet'
  const sentence = typeof told === 'string' ? told : told(wallet)
  const details = detailsOf(facts)
  if (code.startsWith('RPC_')) return new RpcError(sentence, { code, cause: facts.error, ...details })
  const { method } = facts.asked
  return new ConnectorError(sentence, {
    code,
    cause: facts.error,
    ...(details.rpcCode === undefined ? {} : { rpcCode: details.rpcCode }),
    ...(sentence.includes(wallet) ? { parameters: { wallet } } : {}),
    metaMessages: [
      ...(method === undefined ? [] : [`Method: ${method}`]),
      `The wallet said: ${details.detail.slice(0, 200) || 'nothing'}`,
    ],
  })
}

/** The number that the error is named after, else the outermost one. */
function detailsOf({ code, codes, texts }: Facts): { readonly detail: string; readonly rpcCode?: number } {
  const rpcCode = typeof code === 'number' ? code : codes.find((candidate) => typeof candidate === 'number')
  const detail = texts.join(' · ').slice(0, detailLimit)
  return { detail, ...(rpcCode === undefined ? {} : { rpcCode }) }
}

function unreachable(cause: Error): NetworkError {
  return new NetworkError(
    'A service that is needed could not be reached. Check the connection and try again.',
    {
      code: 'HTTP_UNREACHABLE',
      cause,
    },
  )
}
