import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'
import {
  type Address,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getTransactionEncoder,
} from '@solana/kit'
import * as z from 'zod/mini'
import { formatUnits } from 'viem'
import { readFromNode } from './evm/node.js'
import { nameNetwork } from './networkNames.js'
import type { Fact, Screen } from './screen.js'

const base64Text = z.string().check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/), z.maxLength(4096))
const base58Text = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]*$/), z.maxLength(100_000))
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
    const { transaction } = read(z.object({ transaction: base64Text }), params)
    const [signed] = await signTransactions([transaction], context)
    return signed
  }
  if (method === 'solana_signAllTransactions') {
    const { transactions } = read(
      z.object({ transactions: z.array(base64Text).check(z.minLength(1), z.maxLength(20)) }),
      params,
    )
    return {
      transactions: (await signTransactions(transactions, context)).map(({ transaction }) => transaction),
    }
  }
  if (method === 'solana_signAndSendTransaction') return signAndSend(params, context)
  throw new FrameError('not_available', 'This account cannot do that yet.')
}

async function signMessage(params: unknown, context: SolanaContext): Promise<{ signature: string }> {
  const { message, pubkey } = read(z.object({ message: base58Text, pubkey: base58Text }), params)
  if (pubkey !== context.address) throw foreign()
  const bytes = base58.decode(message)
  // A signature of these bytes would be one of a transaction that nobody saw.
  if (isTransactionMessage(bytes)) {
    throw invalid(
      'This message is a transaction. Ask for solana_signTransaction, so that the person sees what it does.',
    )
  }
  await context.screen.ask(
    {
      view: 'approve',
      title: 'Sign a message',
      facts: [
        { name: 'Asked by', value: context.appOrigin },
        { name: 'Message', value: readable(bytes) ?? message },
      ],
      raw: message,
      accept: 'Sign',
      refuse: 'Decline',
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
  await context.screen.ask(
    {
      view: 'approve',
      title: sent.length === 1 ? 'Sign a transaction' : `Sign ${sent.length} transactions`,
      facts: [
        { name: 'Asked by', value: context.appOrigin },
        ...transactions.flatMap(({ facts }) => facts),
        { name: 'Network', value: nameNetwork(context.networkId).name },
      ],
      raw: sent.join('\n'),
      accept: 'Sign',
      refuse: 'Decline',
    },
    context.signal,
  )
  const seed = await context.seed()
  return transactions.map(({ decoded }) => {
    const signature = ed25519.sign(Uint8Array.from(decoded.messageBytes), seed)
    const signatures = { ...decoded.signatures, [context.address]: signature }
    const bytes = getTransactionEncoder().encode({ ...decoded, signatures } as typeof decoded)
    return { signature: base58.encode(signature), transaction: base64.encode(Uint8Array.from(bytes)) }
  })
}

function decode(text: string, { address }: SolanaContext) {
  try {
    const decoded = getTransactionDecoder().decode(base64.decode(text))
    const message = getCompiledTransactionMessageDecoder().decode(decoded.messageBytes)
    if (!Object.hasOwn(decoded.signatures, address)) throw foreign()
    return { decoded, facts: factsOf(message) }
  } catch (cause) {
    if (cause instanceof FrameError) throw cause
    throw invalid('This is no transaction of Solana in base64.', cause)
  }
}

const systemProgram = '11111111111111111111111111111111' as Address

function factsOf(
  message: ReturnType<ReturnType<typeof getCompiledTransactionMessageDecoder>['decode']>,
): readonly Fact[] {
  const { staticAccounts } = message
  const instructions = 'instructions' in message ? message.instructions : []
  return instructions.flatMap(({ programAddressIndex, accountIndices = [], data }): readonly Fact[] => {
    const program = staticAccounts[programAddressIndex] ?? 'a program in a table'
    const bytes = Uint8Array.from(data ?? [])
    // System program, instruction 2: transfer of so many lamports.
    if (program === systemProgram && bytes.length === 12 && bytes[0] === 2) {
      const lamports = new DataView(bytes.buffer).getBigUint64(4, true)
      return [
        { name: 'Amount', value: `${formatUnits(lamports, 9)} SOL` },
        { name: 'Recipient', value: staticAccounts[accountIndices[1] ?? -1] ?? 'an account in a table' },
      ]
    }
    return [{ name: 'Calls the program', value: program, isWarning: true }]
  })
}

async function signAndSend(params: unknown, context: SolanaContext): Promise<{ signature: string }> {
  const { transaction, options: given } = read(
    z.object({ transaction: base64Text, options: z.optional(options) }),
    params,
  )
  const [signed] = await signTransactions([transaction], context)
  if (!signed) throw invalid('There is no transaction.')
  const send = [signed.transaction, { encoding: 'base64', ...given }]
  await readFromNode('sendTransaction', send, context.rpcUrl, context.signal)
  return { signature: signed.signature }
}

function isTransactionMessage(bytes: Uint8Array): boolean {
  try {
    const message = getCompiledTransactionMessageDecoder().decode(bytes)
    return message.staticAccounts.length > 0
  } catch {
    return false
  }
}

function readable(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function read<Shape extends z.core.$ZodType>(shape: Shape, value: unknown): z.infer<Shape> {
  const parsed = z.safeParse(shape, value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalid(`params ${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? 'Invalid input'}`)
}

const invalid = (message: string, cause?: unknown) =>
  new FrameError('invalid_request', message, { rpcCode: -32602, cause })
const foreign = () =>
  new FrameError('invalid_request', 'This is not the address of the account that is signed in.', {
    rpcCode: 4100,
  })
