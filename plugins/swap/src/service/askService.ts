import { type HttpService, HttpStatusError, type Schema } from '@latchkey/kernel/plugin'
import { swapError } from '../swapErrors.js'

/** The swap routes of a wallet-data service. */
export interface ServicePlace {
  readonly http: HttpService
  /** Up to `/v1/convert`. */
  readonly url: string
  readonly projectId?: string | undefined
  /** As shown to the person. */
  readonly name: string
}

export interface ServiceQuestion<T> {
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
  readonly schema: Schema<T>
  readonly signal: AbortSignal
}

/**
 * Asks one route. Reading twice changes nothing there, so a failure is tried again.
 *
 * @throws BaseError `SWAP_NO_ROUTE` when the service says that no pool has enough
 */
export async function askService<T>(
  { http, name, projectId, url }: ServicePlace,
  path: string,
  { query, body, ...rest }: ServiceQuestion<T>,
): Promise<T> {
  const project = projectId === undefined ? {} : { projectId }
  return http
    .request({
      ...rest,
      url: `${url}/v1/convert/${path}`,
      method: body === undefined ? 'GET' : 'POST',
      ...(query === undefined ? {} : { query: { ...query, ...project } }),
      ...(body === undefined ? {} : { body: { ...body, ...project } }),
      what: name,
      retries: 2,
    })
    .catch((cause: unknown) => {
      const isNone = cause instanceof HttpStatusError && /insufficient liquidity/i.test(cause.body)
      throw isNone ? swapError('SWAP_NO_ROUTE', { cause }) : cause
    })
}
