import { FrameError, mostSolanaTransactionBytes } from '@latchkey/plugin-email-auth/protocol'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'
import {
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getBase58Encoder,
  getTransactionEncoder,
} from '@solana/kit'
import * as z from 'zod/mini'
import type { AppWords } from './appWords.js'
import { askWithFee, type FeeLimit, feeFacts } from './askWithFee.js'
import { requireNode } from './evm/shapes.js'
import { foreignAccount, invalidParams, readParams, readText } from './readParams.js'
import { describeTransaction } from './solana/describeTransaction.js'
import { handOver } from './solana/handOver.js'
import { readTransaction } from './solana/readTransaction.js'
import type { Screen } from './screen.js'
import { signInWarning } from './signInWarning.js'
import { askedBy, networkFact } from './facts.js'
import { say } from '../words/say.js'

/** Of the largest transaction. */
const base64Length = Math.ceil(mostSolanaTransactionBytes / 3) * 4
const base64Text = z.string().check(z.maxLength(base64Length), z.regex(/^[A-Za-z0-9+/]+={0,2}$/))
const base58Text = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]*$/), z.maxLength(100_000))
/** Of `sendTransaction`; what else an app sends is left out. */
const options = z.object({
  skipPreflight: z.optional(z.boolean()),
  preflightCommitment: z.optional(z.enum(['processed', 'confirmed', 'finalized'])),
  maxRetries: z.optional(z.number().check(z.int(), z.nonnegative())),
  minContextSlot: z.optional(z.number().check(z.int(), z.nonnegative())),
})

export interface SolanaContext {
  readonly screen: Screen
  readonly signal: AbortSignal
  readonly appOrigin: string
  readonly app?: AppWords | undefined
  readonly networkId: string
  readonly rpcUrl: string | undefined
  readonly address: string
  /** Makes the seed for one signature, after the person agreed. */
  seed(): Promise<Uint8Array>
}

/** Answers one method that needs the person. Transactions are base64, messages and signatures base58. @throws FrameError */
export async function answerSolana(
  method: string,
  params: unknown,
  context: SolanaContext,
): Promise<unknown> {
  if (method === 'solana_signMessage') return signMessage(params, context)
  if (method === 'solana_signTransaction') {
    const { transaction, pubkey } = readParams(
      z.object({ transaction: base64Text, pubkey: z.optional(z.string()) }),
      params,
    )
    requireOwn(pubkey, context)
    const [signed] = await signTransactions([transaction], context)
    return signed
  }
  if (method === 'solana_signAllTransactions') {
    const { transactions, pubkey } = readParams(
      z.object({
        transactions: z.array(base64Text).check(z.minLength(1), z.maxLength(20)),
        pubkey: z.optional(z.string()),
      }),
      params,
    )
    requireOwn(pubkey, context)
    return {
      transactions: (await signTransactions(transactions, context)).map(({ transaction }) => transaction),
    }
  }
  if (method === 'solana_signAndSendTransaction') return signAndSend(params, context)
  throw new FrameError('not_available', 'This account cannot do that yet.')
}

async function signMessage(params: unknown, context: SolanaContext): Promise<{ signature: string }> {
  const { message, pubkey } = readParams(z.object({ message: base58Text, pubkey: base58Text }), params)
  if (pubkey !== context.address) throw foreignAccount()
  // @scure/base decodes 4,096 characters at most, which a text may be longer than.
  const bytes = Uint8Array.from(getBase58Encoder().encode(message))
  // A signature of these bytes would be one of a transaction that nobody saw.
  if (mayBeTransaction(bytes)) {
    throw invalidParams(
      'This message is a transaction, or may be one. Ask for solana_signTransaction, so that the person sees what it does.',
    )
  }
  const text = readText(bytes)
  const warning =
    text === undefined
      ? say`This is no text, so it can’t be read. Sign it only if you know what it is.`
      : signInWarning(text, context)
  await context.screen.ask(
    {
      view: 'approve',
      title: say`Sign a message`,
      facts: [askedBy(context), { name: say`Message`, value: text ?? message }],
      ...(warning === undefined ? {} : { warning }),
      raw: message,
      accept: say`Sign`,
      refuse: say`Decline`,
    },
    context.signal,
  )
  return { signature: base58.encode(ed25519.sign(bytes, await context.seed())) }
}

interface Signed {
  readonly signature: string
  readonly transaction: string
}

async function signTransactions(sent: readonly string[], context: SolanaContext): Promise<readonly Signed[]> {
  const transactions = sent.map((text) => decode(text, context))
  const fee = feeOf(transactions.map(({ feeLimit }) => feeLimit))
  await askWithFee(
    context,
    {
      view: 'approve',
      title: sent.length === 1 ? say`Sign a transaction` : say`Sign ${sent.length} transactions`,
      facts: [
        askedBy(context),
        ...transactions.flatMap(({ facts }, index) => [
          ...(transactions.length > 1
            ? [{ name: say`Transaction`, value: say`${index + 1} of ${transactions.length}` }]
            : []),
          ...facts,
        ]),
        networkFact(context.networkId, context.app),
        ...(fee ? feeFacts(fee) : []),
      ],
      raw: sent.join('\n'),
      accept: say`Sign`,
      refuse: say`Decline`,
    },
    fee,
  )
  const seed = await context.seed()
  return transactions.map(({ decoded }) => {
    const signature = ed25519.sign(Uint8Array.from(decoded.messageBytes), seed)
    const signatures = { ...decoded.signatures, [context.address]: signature }
    const bytes = getTransactionEncoder().encode({ ...decoded, signatures } as typeof decoded)
    return { signature: base58.encode(signature), transaction: base64.encode(Uint8Array.from(bytes)) }
  })
}

/** What the account pays in all; nothing where others pay for everything. */
function feeOf(limits: readonly (bigint | undefined)[]): FeeLimit | undefined {
  const own = limits.filter((limit) => limit !== undefined)
  if (own.length === 0) return undefined
  return { value: own.reduce((total, limit) => total + limit, 0n), decimals: 9, symbol: 'SOL' }
}

function decode(text: string, { address }: SolanaContext) {
  try {
    const { decoded, message } = readTransaction(base64.decode(text))
    if (!Object.hasOwn(decoded.signatures, address)) throw foreignAccount()
    return { decoded, ...describeTransaction(message, address) }
  } catch (cause) {
    if (cause instanceof FrameError) throw cause
    throw invalidParams('This is no transaction of Solana in base64.', cause)
  }
}

async function signAndSend(params: unknown, context: SolanaContext): Promise<{ signature: string }> {
  const {
    transaction,
    pubkey,
    sendOptions: given,
  } = readParams(
    z.object({ transaction: base64Text, pubkey: z.optional(z.string()), sendOptions: z.optional(options) }),
    params,
  )
  requireOwn(pubkey, context)
  const node = requireNode(context.rpcUrl)
  const [signed] = await signTransactions([transaction], context)
  if (!signed) throw invalidParams('There is no transaction.')
  await handOver(signed.transaction, given, node)
  return { signature: signed.signature }
}

/**
 * Messages of transactions with a version start with a byte from 0x80 on, and those of a version that isn't known here can't be told
 * from others. No text starts with the bytes that are in use, and off-chain messages have a prefix that no transaction has.
 */
function mayBeTransaction(bytes: Uint8Array): boolean {
  if (decodes(() => getCompiledTransactionMessageDecoder().decode(bytes).staticAccounts.length > 0))
    return true
  if (readText(bytes) !== undefined || startsWith(bytes, offchainPrefix)) return false
  const [first = 0] = bytes
  return (
    first >= 0x80 || decodes(() => Object.keys(getTransactionDecoder().decode(bytes).signatures).length > 0)
  )
}

function decodes(decode: () => boolean): boolean {
  try {
    return decode()
  } catch {
    return false
  }
}

/** The signing domain of Solana's off-chain messages. */
const offchainPrefix = Uint8Array.from([0xff, ...new TextEncoder().encode('solana offchain')])

const startsWith = (bytes: Uint8Array, prefix: Uint8Array) =>
  prefix.every((byte, index) => bytes[index] === byte)

/** An app that names an account means that one. */
function requireOwn(pubkey: string | undefined, { address }: SolanaContext): void {
  if (pubkey !== undefined && pubkey !== address) throw foreignAccount()
}
