import * as z from 'zod/mini'
import { parseParams } from '../params.js'
import { rpcErrors } from '../providerRpcError.js'
import type { MethodTable, WalletContext } from '../walletContext.js'

const PermissionParams = z.tuple([z.strictObject({ eth_accounts: z.looseObject({}) })])

/** EIP-1102 and EIP-2255, with the revocation that wallets added. */
export const accountMethods: MethodTable = {
  eth_accounts: ({ state }) => [...state.visibleAccounts()],
  async eth_requestAccounts(context) {
    if (context.state.visibleAccounts().length === 0) await connect(context, 'eth_requestAccounts')
    return [...context.state.visibleAccounts()]
  },
  async wallet_requestPermissions(context, params) {
    parseParams('wallet_requestPermissions', PermissionParams, params)
    await connect(context, 'wallet_requestPermissions')
    return permissions(context)
  },
  wallet_getPermissions: (context) => permissions(context),
  wallet_revokePermissions({ state }, params) {
    parseParams('wallet_revokePermissions', PermissionParams, params)
    state.revoke()
    return null
  },
}

async function connect({ state, approvals }: WalletContext, method: string): Promise<void> {
  if (approvals.pending.some((request) => request.method === method)) throw rpcErrors.alreadyPending(method)
  await approvals.ask({
    method,
    title: 'show your account to this page',
    details: [{ label: 'Account', value: state.selected.address }],
  })
  state.setLocked(false)
  state.permit()
}

function permissions({ state }: WalletContext): readonly unknown[] {
  const value = state.visibleAccounts()
  if (value.length === 0) return []
  const invoker = typeof location === 'undefined' ? 'null' : location.origin
  const caveats = [{ type: 'restrictReturnedAccounts', value }]
  return [{ invoker, parentCapability: 'eth_accounts', caveats }]
}
