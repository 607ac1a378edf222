import { BaseError, Clock, isKernelError, type PluginContext, wait } from '@latchkey/kernel/plugin'
import * as z from 'zod/mini'
import { createGateway, type Gateway, isMissing, type Question } from './gateway.js'
import type { CosmosNetwork } from './networks.js'

export type { Question } from './gateway.js'

/** A number that the gateway writes as digits, because a number of JSON would lose some of them. */
const digits = z.pipe(
  z.string().check(z.regex(/^\d{1,78}$/)),
  z.transform((text) => BigInt(text)),
)
const coin = z.object({ denom: z.string().check(z.maxLength(128)), amount: digits })
const balance = z.object({ balance: coin })
const account = z.object({
  account: z.object({ address: z.string(), account_number: digits, sequence: digits }),
})
const simulated = z.object({ gas_info: z.object({ gas_used: digits }) })
const response = z.object({
  txhash: z.string().check(z.regex(/^[\dA-F]{64}$/)),
  code: z.int(),
  timestamp: z.optional(z.string().check(z.maxLength(40))),
})
const broadcast = z.object({ tx_response: response })
const transaction = z.object({
  body: z.object({
    messages: z.array(z.looseObject({ '@type': z.string().check(z.maxLength(200)) })).check(z.maxLength(100)),
  }),
  auth_info: z.object({ fee: z.object({ amount: z.array(coin).check(z.maxLength(20)) }) }),
})
const page = z.object({
  txs: z.array(transaction).check(z.maxLength(100)),
  tx_responses: z.array(response).check(z.maxLength(100)),
  total: digits,
})
const payment = z.object({
  from_address: z.string(),
  to_address: z.string(),
  amount: z.array(coin).check(z.maxLength(20)),
})

export type Transaction = z.infer<typeof transaction>
export type Payment = z.infer<typeof payment>
export type Node = ReturnType<typeof createNode>

/** Reads a transfer of coins. Returns nothing for a message of another kind. */
export function paymentOf(message: Transaction['body']['messages'][number]): Payment | undefined {
  if (message['@type'] !== '/cosmos.bank.v1beta1.MsgSend') return undefined
  const read = z.safeParse(payment, message)
  return read.success ? read.data : undefined
}

/** Reads a chain's state from its gateway. */
export function createNode(
  context: Pick<PluginContext, 'get' | 'signal'>,
  networks: readonly CosmosNetwork[],
) {
  const ask = createGateway(context, networks)
  return { ...accountQuestions(ask), ...transactionQuestions(ask, context) }
}

const accountQuestions = (ask: Gateway) => ({
  async balance(question: Question, address: string, denom: string) {
    const path = `/cosmos/bank/v1beta1/balances/${address}/by_denom`
    return (await ask(question, { path, query: { denom }, schema: balance })).balance.amount
  },
  /** Returns nothing for an account that never got anything. */
  async account(question: Question, address: string) {
    const path = `/cosmos/auth/v1beta1/accounts/${address}`
    try {
      const { account_number, sequence } = (await ask(question, { path, schema: account })).account
      return { number: account_number, sequence }
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  },
})

function transactionQuestions(ask: Gateway, context: Pick<PluginContext, 'get' | 'signal'>) {
  const transactionOf = (question: Question, id: string) =>
    ask(question, { path: `/cosmos/tx/v1beta1/txs/${id}`, schema: broadcast })
  return {
    async gasOf(question: Question, bytes: string) {
      const body = { tx_bytes: bytes }
      const path = '/cosmos/tx/v1beta1/simulate'
      return (await ask(question, { path, body, schema: simulated })).gas_info.gas_used
    },
    /** Hands a signed transaction in. Its number in the account's row lets it count once, so that a second endpoint may be asked. */
    async broadcast(question: Question, bytes: string) {
      const body = { tx_bytes: bytes, mode: 'BROADCAST_MODE_SYNC' }
      return (await ask(question, { path: '/cosmos/tx/v1beta1/txs', body, schema: broadcast })).tx_response
    },
    /** Whether a node has the transaction in a block. */
    isKnown: (question: Question, id: string) =>
      transactionOf(question, id).then(
        () => true,
        () => false,
      ),
    /** Waits until a node has the transaction in a block. */
    async decision(question: Question, id: string): Promise<'confirmed' | 'failed'> {
      const ended = question.signal ? AbortSignal.any([question.signal, context.signal]) : context.signal
      for (;;) {
        try {
          const { tx_response } = await transactionOf({ ...question, signal: ended }, id)
          return tx_response.code === 0 ? 'confirmed' : 'failed'
        } catch (error) {
          if (ended.aborted || !(isMissing(error) || isKernelError(error, 'NETWORK_UNREACHABLE'))) throw error
        }
        await wait(context.get(Clock), 1_000, ended)
      }
    },
    /** Reads the newest transactions that an event names the account in. */
    transactions: (question: Question, event: string, limit: number) =>
      ask(question, {
        path: '/cosmos/tx/v1beta1/txs',
        query: { query: event, order_by: 'ORDER_BY_DESC', page: 1, limit },
        schema: page,
      }),
  }
}

export const refusal = (code: string, sentence: string) => new BaseError(sentence, { code })
