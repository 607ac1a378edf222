import { decodeBase58, encodeBase58, invalidAnswer } from '@latchkey/kernel/chain'
import { parse } from '@latchkey/kernel/plugin'
import type { RemoteSession } from '@latchkey/kernel/contracts'
import * as z from 'zod/mini'
import { placeSignature } from './placeSignature.js'
import { limitOf, remoteVersions } from './transactionVersions.js'

interface Input {
  readonly account: { readonly address: string }
  /** As Wallet Standard names it, such as `solana:mainnet`. */
  readonly chain?: string
}
interface TransactionInput extends Input {
  readonly transaction: Uint8Array
  readonly options?: object
}

/** Above the largest transaction in base64. */
const encoded = z.string().check(z.maxLength(6_000))
const signed = z.object({
  signature: z.string().check(z.maxLength(200)),
  transaction: z.optional(encoded),
})
const allSigned = z.object({ transactions: z.array(encoded) })

/** Asks a session of a method, on the network that a Wallet Standard chain names. */
export type AskSession = (chain: string | undefined, method: string, params: unknown) => Promise<unknown>

const told = z.object({
  sessionProperties: z.object({
    solanaTransactionVersions: z.array(z.union([z.literal('legacy'), z.number()])).check(z.maxLength(20)),
  }),
})

/** Those that the wallet names with the session and that are read here, or those that every wallet signs. */
function versionsOf({ properties }: RemoteSession) {
  const parsed = told.safeParse(properties)
  const supportedTransactionVersions = parsed.success
    ? parsed.data.sessionProperties.solanaTransactionVersions.filter((one) => limitOf(one) !== undefined)
    : remoteVersions
  return { version: '1.0.0', supportedTransactionVersions } as const
}

/** The features of Wallet Standard that a session approved. */
export function createRemoteFeatures(session: RemoteSession, ask: AskSession): Record<string, unknown> {
  const isApproved = (method: string) => session.methods().includes(method)
  return {
    ...(isApproved('solana_signMessage') && { 'solana:signMessage': signMessageFeature(session, ask) }),
    ...(isApproved('solana_signTransaction') && {
      'solana:signTransaction': signTransactionFeature(session, ask),
    }),
    ...(isApproved('solana_signAndSendTransaction') && {
      'solana:signAndSendTransaction': signAndSendFeature(session, ask),
    }),
  }
}

const signMessageFeature = (session: RemoteSession, ask: AskSession) => ({
  version: '1.0.0',
  signMessage: (...inputs: readonly (Input & { readonly message: Uint8Array })[]) =>
    inOrder(inputs, async ({ account, message }) => {
      const params = { message: encodeBase58(message), pubkey: account.address }
      const answer = await ask(undefined, 'solana_signMessage', params)
      const { signature } = parse(signed, answer, 'The signed message')
      return { signedMessage: message, signature: decodeAnswer(session, signature, 'solana_signMessage') }
    }),
})

function signTransactionFeature(session: RemoteSession, ask: AskSession) {
  const signOne = (input: TransactionInput) => signTransaction(session, ask, input)
  return {
    ...versionsOf(session),
    signTransaction: async (...inputs: readonly TransactionInput[]) => {
      const method = 'solana_signAllTransactions'
      const [first] = inputs
      if (inputs.length < 2 || !first || !session.methods().includes(method)) return inOrder(inputs, signOne)
      const transactions = inputs.map(({ transaction }) => toBase64(transaction))
      const answer = await ask(first.chain, method, { transactions, pubkey: first.account.address })
      const { transactions: done } = parse(allSigned, answer, 'The signed transactions')
      return done.map((text) => ({ signedTransaction: decodeAnswer(session, text, method, fromBase64) }))
    },
  }
}

const signAndSendFeature = (session: RemoteSession, ask: AskSession) => ({
  ...versionsOf(session),
  signAndSendTransaction: (...inputs: readonly TransactionInput[]) =>
    inOrder(inputs, async ({ account, chain, transaction, options }) => {
      const method = 'solana_signAndSendTransaction'
      const answer = await ask(chain, method, {
        transaction: toBase64(transaction),
        pubkey: account.address,
        ...(options ? { sendOptions: options } : {}),
      })
      return {
        signature: decodeAnswer(session, parse(signed, answer, 'The sent transaction').signature, method),
      }
    }),
})

async function signTransaction(
  session: RemoteSession,
  ask: AskSession,
  { account, chain, transaction }: TransactionInput,
) {
  const method = 'solana_signTransaction'
  const params = { transaction: toBase64(transaction), pubkey: account.address }
  const answer = parse(signed, await ask(chain, method, params), 'The signed transaction')
  if (answer.transaction !== undefined) {
    return { signedTransaction: decodeAnswer(session, answer.transaction, method, fromBase64) }
  }
  const placed = placeSignature(
    transaction,
    decodeBase58(account.address) as Uint8Array,
    decodeAnswer(session, answer.signature, method),
  )
  if (!placed)
    throw invalidAnswer(session.walletName, method, 'a signature this transaction has no place for')
  return { signedTransaction: placed }
}

function decodeAnswer(
  session: RemoteSession,
  text: string,
  method: string,
  read: (text: string) => Uint8Array | undefined = decodeBase58,
): Uint8Array {
  const bytes = read(text)
  if (bytes === undefined) throw invalidAnswer(session.walletName, method, text)
  return bytes
}

/** One prompt after another: wallets refuse a second while one is open. */
async function inOrder<Input, Output>(
  inputs: readonly Input[],
  run: (input: Input) => Promise<Output>,
): Promise<Output[]> {
  const outputs: Output[] = []
  for (const input of inputs) outputs.push(await run(input))
  return outputs
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
