import type { Emitter, Listener } from './emitter.js'
import { accountMethods } from './methods/accounts.js'
import { assetMethods } from './methods/assets.js'
import { callMethods } from './methods/calls.js'
import { chainMethods } from './methods/chains.js'
import { signingMethods } from './methods/signing.js'
import { transactionMethods } from './methods/transactions.js'
import { passThroughMethods } from './passThroughMethods.js'
import { rpcErrors } from './providerRpcError.js'
import type { MethodHandler, WalletContext } from './walletContext.js'

export interface RequestArguments {
  readonly method: string
  readonly params?: unknown
}

/** EIP-1193 with the event emitter of EIP-2700. */
export interface EvmTestProvider {
  request(args: RequestArguments): Promise<unknown>
  on(event: string, listener: Listener): EvmTestProvider
  removeListener(event: string, listener: Listener): EvmTestProvider
}

/** Sees every request first; an answer other than undefined stands in for the wallet's. */
export type RequestObserver = (args: RequestArguments) => Promise<unknown> | undefined

export function createProvider(
  context: WalletContext,
  emitter: Emitter,
  observe: RequestObserver,
): EvmTestProvider {
  const handlers: ReadonlyMap<string, MethodHandler> = new Map(
    [accountMethods, signingMethods, transactionMethods, chainMethods, assetMethods, callMethods].flatMap(
      (table) => Object.entries(table),
    ),
  )
  const provider: EvmTestProvider = {
    async request(args) {
      const { method, params } = readArguments(args)
      const instead = observe({ method, params })
      if (instead) return instead
      if (!context.state.connected) throw rpcErrors.disconnected()
      const handler = handlers.get(method)
      if (handler) return handler(context, params)
      if (passThroughMethods.has(method)) return context.node(context.state.chainId)(method, params)
      throw rpcErrors.unsupportedMethod(method)
    },
    on(event, listener) {
      emitter.on(event, listener)
      return provider
    },
    removeListener(event, listener) {
      emitter.removeListener(event, listener)
      return provider
    },
  }
  return provider
}

/** Copies the parameters, so that a page cannot change them while the user decides. */
function readArguments(args: unknown): RequestArguments {
  if (typeof args !== 'object' || args === null || !('method' in args)) throw rpcErrors.invalidRequest()
  const { method } = args
  if (typeof method !== 'string' || method === '') throw rpcErrors.invalidRequest()
  const params = 'params' in args ? args.params : undefined
  try {
    return { method, params: structuredClone(params) }
  } catch {
    throw rpcErrors.invalidParams(method, 'they cannot be copied as data')
  }
}
