import { BaseError, type HttpService } from '@latchkey/kernel/plugin'
import * as z from 'zod/mini'
import type { Bill } from '../../bill/Bill.js'
import type { ExchangeStatus } from '../../Exchange.js'

const link = z.object({
  url: z.string().check(z.maxLength(4_000)),
  session: z.string().check(z.minLength(1), z.maxLength(200)),
})
const status = z.pipe(
  z.object({
    status: z.enum(['pending', 'success', 'failed']),
    transaction: z.exactOptional(z.string().check(z.minLength(1), z.maxLength(200))),
  }),
  z.transform((answer): ExchangeStatus => answer),
)
const failed = z.object({ error: z.object({ message: z.string() }) })

/** Asks a service of exchanges. */
export function askService(http: HttpService, url: string) {
  async function ask<T>(method: string, params: object, result: z.ZodMiniType<T>): Promise<T> {
    const answer = await http.request({
      url,
      method: 'POST',
      body: { jsonrpc: '2.0', id: 1, method, params },
      schema: z.union([z.object({ result }), failed]),
      what: 'The service of exchanges',
    })
    if ('result' in answer) return answer.result as T
    const { message } = (answer as z.output<typeof failed>).error
    throw new BaseError('The exchange refused the request.', {
      code: 'PAY_EXCHANGE_REFUSED',
      metaMessages: [message.slice(0, 300)],
    })
  }
  return {
    link: (exchange: string, { asset, amount, receiver, id }: Bill) =>
      ask('pay_getExchangeLink', { exchange, asset, amount, receiver, paymentId: id }, link),
    status: (exchange: string, session: string) =>
      ask('pay_getExchangeStatus', { exchange, session }, status),
  }
}
