import type { Context } from 'hono'
import type { Bytes } from '../http/answerCache.js'
import type { RouteName } from '../http/faults.js'
import type { Service } from '../service.js'

/** One route of the contract. */
export interface Route {
  readonly name: RouteName
  readonly method: 'get' | 'post'
  readonly path: string
  handle(context: Context, service: Service): Promise<Response>
}

/**
 * Any origin may ask. Browsers hide every other header of an answer from the page, and a client has to know how long to wait.
 */
export const answerHeaders = {
  'content-type': 'application/json',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'retry-after',
}

/**
 * An answer that is text already, so that a kept one isn't serialized again. Its headers are complete: one that is changed
 * later makes the server take a way that costs more than all the rest.
 */
export const jsonText = (text: string | Bytes, status = 200) =>
  new Response(text, { status, headers: answerHeaders })
