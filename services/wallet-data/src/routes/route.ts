import type { Context } from 'hono'
import type { RouteName } from '../http/faults.js'
import type { Service } from '../service.js'

/** One route of the contract. */
export interface Route {
  readonly name: RouteName
  readonly method: 'get' | 'post'
  readonly path: string
  handle(context: Context, service: Service): Promise<Response>
}

/** An answer that is text already, so that a kept one isn't serialized again. */
export const jsonText = (text: string, status = 200) =>
  new Response(text, { status, headers: { 'content-type': 'application/json' } })
