import type { NetworkId } from '../contracts/caip.js'
import type { Network } from '../contracts/network.js'
import { type BaseError, isKernelError } from '../errors/base.js'
import { networkNotFound } from '../errors/chain.js'
import type { HttpStatusError } from '../errors/httpStatus.js'
import { NetworkError } from '../errors/network.js'
import { nodeErrorFrom } from '../errors/rpc.js'
import { isRecord } from '../keys/isRecord.js'
import { Clock, wait } from '../platform/clock.js'
import { Http } from '../platform/http.js'
import { Log } from '../platform/log.js'
import { parse, type Schema } from '../platform/parse.js'
import { guard } from '../platform/storage.js'
import { untilAborted } from '../platform/untilAborted.js'
import type { ChainContext } from './chainContext.js'

export interface JsonRpcRequest<T> {
  /** One of the networks that the reader was made with. */
  readonly networkId: NetworkId
  readonly method: string
  /** By position or by name. Default none. */
  readonly params?: readonly unknown[] | Readonly<Record<string, unknown>> | undefined
  /** Reads `result`: a schema of zod, valibot or another library that speaks Standard Schema. */
  readonly schema: Schema<T>
  /** Milliseconds for one attempt at one endpoint. Default 10 s. */
  readonly timeout?: number | undefined
  /**
   * Asks the first endpoint and no other, and never again: for what changes something, and would change it twice. Default false.
   */
  readonly once?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

export interface PollOptions {
  /** Milliseconds between an answer and the next question. Default 2 s. */
  readonly interval?: number | undefined
  /**
   * Whether what a node answered as its error says that the chain has nothing to decide about yet, as many nodes say of a transaction that they
   * don't know. It's then asked again. Default: every error of a node ends the waiting.
   */
  isLater?(error: BaseError): boolean
}

/** The nodes of a chain's networks, asked by JSON-RPC 2.0 over HTTP. */
export interface JsonRpc {
  /**
   * Asks the network's endpoints in their order, until one answers in the form that was expected. What a node refuses, such as an address
   * that it can't read, is asked of no other; what it can't do now, another may.
   *
   * @throws what `nodeErrorFrom` makes of a node's error; BaseError `INVALID_DATA` when nodes answered, and none in that form; NetworkError
   *   `NETWORK_UNREACHABLE` when none answered, `NETWORK_NOT_FOUND` for a network that isn't listed; BaseError `REQUEST_ABORTED`.
   */
  request<T>(request: JsonRpcRequest<T>): Promise<T>
  /**
   * Asks again and again until `decide` returns something, for what a chain decides later. An endpoint that can't be reached is asked
   * again, too: nothing is decided by that. Ends with the signal, and with the plugin.
   *
   * @throws what a node answered with as its error, unless `isLater` takes it; BaseError `REQUEST_ABORTED`.
   */
  poll<T, Decision>(
    request: JsonRpcRequest<T>,
    decide: (answer: T) => Decision | undefined,
    options?: PollOptions,
  ): Promise<Decision>
}

/** Numbers with which a node says that it can't answer now, or knows no such method: another endpoint may. */
const passing: readonly unknown[] = [-32601, -32603, -32002, -32005]
const defaultInterval = 2_000

/** One request is one exchange over HTTP, so that nothing has to be told apart by it. */
const requestId = 1

type Reply = { readonly result: unknown } | { readonly error: unknown }

/** The form of a reply, which is checked before its result is read: JSON-RPC 2.0, section 5. */
const reply = guard<Reply>(
  (value): value is Reply =>
    isRecord(value) &&
    value['jsonrpc'] === '2.0' &&
    ('result' in value || isRecord(value['error'])) &&
    // A request that couldn't be read is answered without its id.
    (value['id'] === requestId || (value['id'] === null && 'error' in value)),
)

/**
 * Makes a reader of the networks' nodes. It asks by the kernel's `Http`, so that time limits, retries and the size of answers are those of
 * every other request, and touches nothing until the first question.
 *
 * @param context of the plugin's `setup`
 * @example
 * const rpc = createJsonRpc(context, networks)
 * const balance = await rpc.request({ networkId, method: 'getBalance', params: [address], schema, signal })
 */
export function createJsonRpc(context: ChainContext, networks: readonly Network[]): JsonRpc {
  const request = async <T>(asked: JsonRpcRequest<T>): Promise<T> => {
    const network = networks.find(({ id }) => id === asked.networkId)
    if (!network) throw networkNotFound(asked.networkId)
    const signal = either(context.signal, asked.signal)
    return untilAborted(signal, () => askEndpoints(context, network, { ...asked, signal }))
  }
  return {
    request,
    poll(asked, decide, { interval = defaultInterval, isLater } = {}) {
      const signal = either(context.signal, asked.signal)
      const pass = (error: unknown) => {
        if (!isKernelError(error, 'NETWORK_UNREACHABLE') && !(isKernelError(error) && isLater?.(error)))
          throw error
      }
      const ask = async () => {
        for (;;) {
          const answer = await request({ ...asked, signal }).then((result) => ({ result }), pass)
          const decision = answer && decide(answer.result)
          if (decision !== undefined) return decision
          await wait(context.get(Clock), interval, signal)
        }
      }
      return untilAborted(signal, ask)
    },
  }
}

const either = (own: AbortSignal, given: AbortSignal | undefined): AbortSignal =>
  given ? AbortSignal.any([own, given]) : own

type Asked<T> = JsonRpcRequest<T> & { readonly signal: AbortSignal }

async function askEndpoints<T>(
  context: Pick<ChainContext, 'get'>,
  { name, rpcUrls }: Network,
  asked: Asked<T>,
): Promise<T> {
  const all = rpcUrls.filter((url) => /^https?:/i.test(url))
  const endpoints = asked.once ? all.slice(0, 1) : all
  let said: unknown
  let last: unknown
  for (const [index, url] of endpoints.entries()) {
    try {
      // With another endpoint at hand, it's better to go on than to wait.
      const retries = asked.once || index < endpoints.length - 1 ? 0 : 2
      return await askEndpoint(context, { url, what: `The node of ${name}`, retries }, asked)
    } catch (error) {
      if (asked.signal.aborted) throw error
      if (error instanceof NodeRefusal && !passing.includes(error.code)) throw nodeErrorFrom(error.told)
      last = error
      if (error instanceof NodeRefusal) said = nodeErrorFrom(error.told)
      else if (isKernelError(error, 'INVALID_DATA')) said = error
      context.get(Log).debug(`An endpoint of ${name} gave no answer that can be used.`, error)
    }
  }
  if (said !== undefined) throw said
  throw new NetworkError(`${name} can’t be reached right now. Try again in a moment.`, {
    code: 'NETWORK_UNREACHABLE',
    parameters: { wallet: name },
    cause: last,
    metaMessages: [`Endpoints tried: ${endpoints.length}.`, `Method: ${asked.method}`],
  })
}

/** Carries what a node answered as its error to where it's decided whether another is asked. */
class NodeRefusal extends Error {
  readonly told: unknown
  readonly code: unknown

  constructor(told: unknown) {
    super('The node answered with an error.')
    this.told = told
    this.code = isRecord(told) ? told['code'] : undefined
  }
}

interface Endpoint {
  readonly url: string
  readonly what: string
  readonly retries: number
}

async function askEndpoint<T>(
  context: Pick<ChainContext, 'get'>,
  { url, what, retries }: Endpoint,
  { method, params, schema, timeout, signal }: Asked<T>,
): Promise<T> {
  const answer = await context
    .get(Http)
    .request<Reply>({
      url,
      method: 'POST',
      body: { jsonrpc: '2.0', id: requestId, method, ...(params && { params }) },
      schema: reply,
      what,
      retries,
      signal,
      ...(timeout !== undefined && { timeout }),
    })
    .catch(readRefusal)
  if ('error' in answer && isRecord(answer.error)) throw new NodeRefusal(answer.error)
  return parse(schema, 'result' in answer ? answer.result : undefined, what)
}

/** Some nodes put a status of failure beside the reply that says why. */
function readRefusal(error: unknown): Reply {
  if (!isKernelError(error, 'HTTP_STATUS')) throw error
  try {
    return parse(reply, JSON.parse((error as HttpStatusError).body), 'The node')
  } catch {
    throw error
  }
}
