import { type BaseError, HttpStatusError, isKernelError } from '@latchkey/kernel/plugin'
import { NetworkError, nodeErrorFrom } from '@latchkey/kernel/chain'
import { BaseError as ViemError, HttpRequestError, RpcRequestError, TimeoutError } from 'viem'

/**
 * Turns what viem throws into one of our errors. URLs are left out, because they hold keys; so viem's error is not
 * kept as the cause.
 */
export function nodeError(error: unknown, network: string): BaseError {
  if (isKernelError(error)) return error
  const find = (matches: (candidate: unknown) => boolean) =>
    error instanceof ViemError ? error.walk(matches) : matches(error) ? error : null
  const rpc = find((candidate) => candidate instanceof RpcRequestError)
  if (rpc instanceof RpcRequestError) {
    return nodeErrorFrom({ code: rpc.code, message: rpc.details, data: rpc.data })
  }
  const http = find((candidate) => candidate instanceof HttpRequestError)
  if (http instanceof HttpRequestError && http.status !== undefined) {
    return new HttpStatusError(http.status, http.url ?? '', http.details)
  }
  if (find((candidate) => candidate instanceof TimeoutError)) {
    return new NetworkError(`${network} took too long to answer. Try again.`, {
      code: 'HTTP_TIMEOUT',
      parameters: { network },
    })
  }
  if (http) {
    return new NetworkError(`${network} could not be reached. Check the connection and try again.`, {
      code: 'HTTP_UNREACHABLE',
      parameters: { network },
    })
  }
  // viem makes one of its errors out of any other, with what that one has no sentence for.
  const detail = error instanceof ViemError ? (error.shortMessage ?? error.name) : String(error)
  return new NetworkError(`${network} gave an answer that can’t be used.`, {
    code: 'NODE_ANSWER_INVALID',
    parameters: { network },
    metaMessages: [detail.slice(0, 300)],
  })
}
