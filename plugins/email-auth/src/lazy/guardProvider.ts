import { rpcErrorFrom } from '@latchkey/kernel/chain'
import { BaseError } from '@latchkey/kernel/plugin'
import { rpcMethods } from '../protocol/rpcMethods.js'
import { namesAccounts, otherPermission, permissionsFor } from './permissions.js'
import { readRpcRequest, type RpcRequest } from './readRpcRequest.js'

interface Requester {
  request(request: RpcRequest): Promise<unknown>
}

export interface Guard {
  /** Told of a method that is not allowed. Returns the error to reject with. */
  refuse(method: string): BaseError
  /** Ends the connection: the app gave its permission back (EIP-2255). */
  revoke(): Promise<void>
  /** Shows the account, in whose activity calls are seen. */
  showAccount(): void
  /** Whether the app lists an EVM network. */
  lists(chainId: number): boolean
  /** Whether a plugin of the app asks for a method that isn't answered otherwise. */
  asksFor(method: string): boolean
  /** Keeps a token that the person added (EIP-747). Absent when the app can't keep tokens. */
  keepToken?(token: WatchedToken): Promise<void>
}

/** A token that the wallet found on its network. Nothing else that the app said about it is kept. */
export interface WatchedToken {
  readonly chainId: number
  readonly address: string
}

/** Whether an app is answered at all: what is in no row of the table is refused. */
export const isAllowed = (method: string): boolean => rpcMethods.has(method)

/**
 * The provider with the policy of JSON-RPC methods before it: what it does not name is asked neither of the frame nor of a
 * node. One that is not asked by method names is left as it is.
 */
export function guardProvider(provider: unknown, guard: Guard): unknown {
  if (!isRequester(provider)) return provider
  const answers = answersOfApp(provider, guard)
  return {
    ...provider,
    // The frame signs the nonce that it was asked for.
    keepsNonce: true,
    async request(given: unknown) {
      const request = readRpcRequest(given)
      const { method, params } = request
      const known = rpcMethods.get(method)
      if (!known) throw guard.refuse(method)
      const answer = answers.get(method)
      // The name means two things: EIP-2255's takes the accounts back, ERC-7715's old one a permission of the frame.
      if (method === 'wallet_revokePermissions' && namesAccounts(params)) return answer?.(request)
      if (known.isPermission && !guard.asksFor(method)) throw noPermissions()
      if (known.params?.fits(params) === false)
        throw rpcErrorFrom({ code: -32602, message: `${method} ${known.params.expected}` })
      return answer && !known.isPermission ? answer(request) : provider.request(request)
    },
  }
}

type Answer = (request: RpcRequest) => Promise<unknown>

/** Makes the answers that the app's side gives by itself, or with the frame's help. */
function answersOfApp(provider: Requester, guard: Guard): ReadonlyMap<string, Answer> {
  const accounts = async () => (await provider.request({ method: 'eth_accounts' })) as readonly string[]
  return new Map<string, Answer>([
    ['wallet_getPermissions', async () => permissionsFor(await accounts())],
    [
      'wallet_requestPermissions',
      async ({ params }) => {
        if (!namesAccounts(params)) throw otherPermission()
        return permissionsFor(await accounts())
      },
    ],
    [
      'wallet_revokePermissions',
      async () => {
        await guard.revoke()
        return null
      },
    ],
    [
      'wallet_showCallsStatus',
      async ({ params }) => {
        const asked = params === undefined ? {} : { params }
        await provider.request({ method: 'wallet_getCallsStatus', ...asked })
        guard.showAccount()
        return null
      },
    ],
    [
      'wallet_addEthereumChain',
      async ({ method, params }) => {
        // The networks are the app's own: those that it lists are there already, and no others can be added.
        const [{ chainId }] = params as readonly [{ readonly chainId: string }]
        if (guard.lists(Number(chainId))) return null
        throw guard.refuse(method)
      },
    ],
    ['wallet_watchAsset', (request) => watchAsset(provider, guard, request)],
  ])
}

/** The wallet's frame checks the token and asks the person; the app keeps it. */
async function watchAsset(provider: Requester, guard: Guard, request: RpcRequest): Promise<true> {
  if (!guard.keepToken) throw noPlaceForTokens()
  const copy = copyOf(request)
  const { options } = (copy.params ?? {}) as { readonly options?: { readonly address?: unknown } }
  const address = String(options?.address)
  const chainId = Number(await provider.request({ method: 'eth_chainId' }))
  await provider.request(copy)
  await guard.keepToken({ chainId, address })
  return true
}

/**
 * The app could change its own object while it is waited for: what the person is asked about must be what is kept.
 *
 * @throws BaseError with the code -32602
 */
function copyOf({ method, params }: RpcRequest): RpcRequest {
  try {
    return params === undefined ? { method } : { method, params: structuredClone(params) }
  } catch {
    throw rpcErrorFrom({ code: -32602, message: `${method} takes values that JSON has.` })
  }
}

const noPermissions = () =>
  new BaseError('This app can’t use permissions.', {
    code: 'PERMISSIONS_NOT_LISTED',
    rpcCode: 4200,
    metaMessages: [
      'List smartSessions() of @latchkey/plugin-smart-sessions to ask for permissions (ERC-7715).',
    ],
  })

const noPlaceForTokens = () =>
  new BaseError('This app can’t add tokens.', {
    code: 'TOKENS_NOT_KEPT',
    rpcCode: 4200,
  })

const isRequester = (value: unknown): value is Requester =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as { request?: unknown }).request === 'function'
