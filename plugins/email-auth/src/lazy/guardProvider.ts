import { BaseError } from '@latchkey/kernel/plugin'
import { classifyRpc } from '../protocol/rpcPolicy.js'

interface Requester {
  request(request: { readonly method: string; readonly params?: unknown }): Promise<unknown>
}

/** Methods of EIP-1102, EIP-1193, EIP-2255 and EIP-3326 about the connection itself: the app answers them. */
const ofConnection: ReadonlySet<string> = new Set([
  'eth_requestAccounts',
  'net_version',
  'wallet_switchEthereumChain',
  'wallet_getPermissions',
  'wallet_requestPermissions',
])

/**
 * The provider with the policy of JSON-RPC methods before it: what it does not name is asked neither of the frame nor of a
 * node. One that is not asked by method names is left as it is.
 *
 * @param refuse Told of a method that is not allowed. Returns the error to reject with.
 */
export function guardProvider(provider: unknown, refuse: (method: string) => BaseError): unknown {
  if (!isRequester(provider)) return provider
  return {
    ...provider,
    async request(request: { readonly method: string; readonly params?: unknown }) {
      const { method, params } = request
      if (!ofConnection.has(method) && classifyRpc(method) === 'refused') throw refuse(method)
      if (method === 'wallet_getPermissions') return permissions()
      if (method === 'wallet_requestPermissions') return requestPermissions(params)
      return provider.request({ method, ...(params === undefined ? {} : { params }) })
    },
  }
}

const isRequester = (value: unknown): value is Requester =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as { request?: unknown }).request === 'function'

/** EIP-2255: an app that is connected sees the accounts, and nothing else can be had. */
const permissions = () => [{ invoker: location.origin, parentCapability: 'eth_accounts', caveats: [] }]

function requestPermissions(params: unknown) {
  const [asked] = Array.isArray(params) ? (params as unknown[]) : []
  const names = typeof asked === 'object' && asked !== null ? Object.keys(asked) : []
  if (names.length !== 1 || names[0] !== 'eth_accounts') {
    throw new BaseError('This wallet gives the permission eth_accounts only.', {
      code: 'RPC_INVALID_PARAMS',
      rpcCode: -32602,
    })
  }
  return permissions()
}
