import {
  type BaseError,
  type Clock,
  type HttpRequest,
  type HttpService,
  type LogService,
  version,
} from '@latchkey/kernel/plugin'
import type { ServiceOptions } from '../../options.js'
import { sdkType } from './contract.js'
import { createTimeLimit } from './createTimeLimit.js'
import { describeFailure, isSetUpFault, statusOf } from './serviceErrors.js'

export interface ClientRequest<T>
  extends Pick<HttpRequest<T>, 'method' | 'query' | 'body' | 'schema' | 'retries' | 'keepalive'> {
  /** Below the service's URL, beginning with a slash. */
  readonly path: string
  /** Whether something else can answer in place of a slow service. */
  readonly hasStandIn?: boolean
  /** Asks although the service was too slow a moment ago. */
  readonly fresh?: boolean
  readonly signal?: AbortSignal | undefined
}

/** Asks the service, with what the contract wants in every request. */
export interface ServiceClient {
  /** @throws BaseError with one of the codes `WALLET_DATA_…`. */
  request<T>(request: ClientRequest<T>): Promise<T>
  /** As {@link ServiceClient.request}, where 404 means that there is none. */
  find<T>(request: ClientRequest<T>): Promise<T | undefined>
  /** As {@link ServiceClient.request}, with the errors of the HTTP client. */
  raw<T>(request: ClientRequest<T>): Promise<T>
}

export interface ClientTools {
  readonly http: HttpService
  readonly clock: Clock
  readonly log: LogService
  readonly options: ServiceOptions
  /** Aborted when the kernel is disposed. */
  readonly signal: AbortSignal
}

const defaultPatience = 8_000

export function createClient({ http, clock, log, options, signal: life }: ClientTools): ServiceClient {
  const { projectId, headers, patience = defaultPatience } = options
  const base = options.url.replace(/\/+$/, '')
  const told = new Set<string>()

  /** What the app sends but did not mean to show. */
  function hide(text: string): string {
    const secrets = Object.values(headers ?? {}).filter((value) => value !== '')
    return secrets.reduce((shown, secret) => shown.replaceAll(secret, '…'), text)
  }

  function raw<T>({ path, query, method, ...request }: ClientRequest<T>): Promise<T> {
    const { hasStandIn: _, fresh: __, signal, ...rest } = request
    return http.request<T>({
      ...rest,
      ...(method ? { method } : {}),
      ...(signal ? { signal } : {}),
      ...(headers ? { headers } : {}),
      url: `${base}${path}`,
      query: { projectId, st: sdkType, sv: `js-${sdkType}-${version}`, ...query },
      what: 'The wallet-data service',
    })
  }

  function tell(problem: BaseError, hasStandIn = false): void {
    if (!isSetUpFault(problem) || told.has(problem.code)) return
    // What a person fills in may be refused: that a name is taken, for one.
    if (problem.code === 'WALLET_DATA_REFUSED' && !hasStandIn) return
    told.add(problem.code)
    const meanwhile = hasStandIn ? '\n\nUntil then the chains are read in its place.' : ''
    log.error(`${problem.message}${meanwhile}`, problem)
  }

  const inTime = createTimeLimit({ clock, patience, life })
  const ask = <T>(request: ClientRequest<T>) =>
    request.hasStandIn ? inTime(request, (signal) => raw({ ...request, signal })) : raw(request)

  const fail =
    (hasStandIn?: boolean) =>
    (error: unknown): never => {
      const problem = describeFailure(error, {
        hide,
        hasProject: projectId !== undefined && projectId !== '',
      })
      tell(problem, hasStandIn)
      throw problem
    }

  return {
    raw,
    request: (request) => ask(request).catch(fail(request.hasStandIn)),
    find: (request) =>
      ask(request).catch((error: unknown) =>
        statusOf(error) === 404 ? undefined : fail(request.hasStandIn)(error),
      ),
  }
}
