import { FrameError, type FrameHandlers, markUnsigned } from '@latchkey/plugin-email-auth/protocol'

type RpcHandler = NonNullable<FrameHandlers['rpcRequest']>
type RpcRequest = Parameters<RpcHandler>[0]

/** Wraps what reads the key for one request. */
export type WatchKey = <Key>(read: () => Promise<Key>) => () => Promise<Key>

/**
 * Tells the app with each error whether nothing was signed: then the person can be told that nothing was sent, also where the
 * error comes from a bundler or a node.
 */
export function tellSigning(
  answer: (
    request: RpcRequest,
    signal: AbortSignal,
    watchKey: WatchKey,
  ) => Promise<{ readonly result: unknown }>,
): RpcHandler {
  return async (request, { signal }) => {
    let isKeyRead = false
    const watchKey: WatchKey = (read) => () => {
      isKeyRead = true
      return read()
    }
    try {
      return await answer(request, signal, watchKey)
    } catch (error) {
      if (isKeyRead || mayBeSent(request, error)) throw error
      throw unsigned(error)
    }
  }
}

/** EIP-5792: calls with this id were asked for before, and those may have been sent. */
const duplicateId = 5720

/** What is signed already may have reached the chain without the key, though its answer was lost. */
function mayBeSent({ method }: RpcRequest, error: unknown): boolean {
  const isDuplicate = error instanceof FrameError && error.rpcCode === duplicateId
  return method === 'eth_sendRawTransaction' || isDuplicate
}

/** A fault of another kind stays what it is, for who looks for faults: the app is told no more of it. */
function unsigned(error: unknown): unknown {
  if (!(error instanceof FrameError)) return markUnsigned(error)
  const { code, message, rpcCode, retryAfter } = error
  return new FrameError(code, message, { rpcCode, retryAfter, nothingSigned: true, cause: error })
}
