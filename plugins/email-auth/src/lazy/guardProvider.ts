import { rpcErrorFrom } from '@latchkey/kernel/chain'
import { BaseError } from '@latchkey/kernel/plugin'
import { classifyRpc } from '../protocol/rpcPolicy.js'
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

/** Methods of EIP-1102, 1193, 2255, 3085, 3326 and 5792 about the connection itself. The frame isn't asked for these. */
const ofConnection: ReadonlySet<string> = new Set([
  'eth_requestAccounts',
  'net_version',
  'wallet_addEthereumChain',
  'wallet_switchEthereumChain',
  'wallet_getPermissions',
  'wallet_requestPermissions',
  'wallet_showCallsStatus',
])

/** Methods of ERC-7715, with the names of its drafts. They're answered to apps that list a plugin for permissions. */
const ofPermissions: ReadonlySet<string> = new Set([
  'wallet_requestExecutionPermissions',
  'wallet_revokeExecutionPermission',
  'wallet_getGrantedExecutionPermissions',
  'wallet_getSupportedExecutionPermissions',
  'wallet_grantPermissions',
  'wallet_revokePermissions',
])

/** Whether an app is answered at all: what is neither in the policy nor about the connection is refused. */
export const isAllowed = (method: string): boolean =>
  ofConnection.has(method) || classifyRpc(method) !== 'refused'

/**
 * The provider with the policy of JSON-RPC methods before it: what it does not name is asked neither of the frame nor of a
 * node. One that is not asked by method names is left as it is.
 */
export function guardProvider(provider: unknown, guard: Guard): unknown {
  if (!isRequester(provider)) return provider
  const accounts = async () => (await provider.request({ method: 'eth_accounts' })) as readonly string[]
  return {
    ...provider,
    // The frame signs the nonce that it was asked for.
    keepsNonce: true,
    async request(given: unknown) {
      const request = readRpcRequest(given)
      const { method, params } = request
      if (!isAllowed(method)) throw guard.refuse(method)
      if (method === 'wallet_getPermissions') return permissionsFor(await accounts())
      if (method === 'wallet_requestPermissions') {
        if (!namesAccounts(params)) throw otherPermission()
        return permissionsFor(await accounts())
      }
      // The name means two things: EIP-2255's takes the accounts back, ERC-7715's old one a permission of the frame.
      if (method === 'wallet_revokePermissions' && namesAccounts(params)) {
        await guard.revoke()
        return null
      }
      if (ofPermissions.has(method) && !guard.asksFor(method)) throw noPermissions()
      if (method === 'wallet_showCallsStatus') {
        await provider.request({
          method: 'wallet_getCallsStatus',
          ...(params === undefined ? {} : { params }),
        })
        guard.showAccount()
        return null
      }
      if (method === 'wallet_addEthereumChain') {
        // The networks are the app's own: those that it lists are there already, and no others can be added.
        if (guard.lists(readChainId(method, params))) return null
        throw guard.refuse(method)
      }
      if (method === 'wallet_watchAsset') return watchAsset(provider, guard, request)
      if (method === 'wallet_switchEthereumChain') readChainId(method, params)
      if (method === 'wallet_getCapabilities') requireCapabilitiesParams(params)
      return provider.request(request)
    },
  }
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

/** @throws BaseError with the code -32602 */
function readChainId(method: string, params: unknown): number {
  const [asked] = Array.isArray(params) ? (params as unknown[]) : []
  const chainId =
    typeof asked === 'object' && asked !== null ? (asked as { chainId?: unknown }).chainId : undefined
  if (typeof chainId === 'string' && /^0x(?!0+$)[0-9a-fA-F]{1,13}$/.test(chainId)) return Number(chainId)
  throw rpcErrorFrom({
    code: -32602,
    message: `${method} takes a list with one object, with its chainId as 0x and hex digits.`,
  })
}

function requireCapabilitiesParams(params: unknown): void {
  const [account, chains] = Array.isArray(params) ? (params as unknown[]) : []
  const isAccount = typeof account === 'string' && /^0x[0-9a-fA-F]{40}$/.test(account)
  const isChains = chains === undefined || (Array.isArray(chains) && chains.every(isChainId))
  if (isAccount && isChains) return
  throw rpcErrorFrom({
    code: -32602,
    message:
      'wallet_getCapabilities takes an address, and a list of chain ids as 0x and hex digits (EIP-5792).',
  })
}

const isChainId = (value: unknown) => typeof value === 'string' && /^0x[0-9a-fA-F]{1,13}$/.test(value)

const isRequester = (value: unknown): value is Requester =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as { request?: unknown }).request === 'function'
