import { BaseError } from '@latchkey/kernel/plugin'

/** EIP-2255: one permission, to see the accounts. */
export interface Permission {
  readonly invoker: string
  readonly parentCapability: 'eth_accounts'
  readonly caveats: readonly { readonly type: string; readonly value: readonly string[] }[]
}

/** What an app that is connected may see; no accounts, no permission. */
export const permissionsFor = (accounts: readonly string[]): readonly Permission[] =>
  accounts.length === 0
    ? []
    : [
        {
          invoker: location.origin,
          parentCapability: 'eth_accounts',
          caveats: [{ type: 'restrictReturnedAccounts', value: accounts }],
        },
      ]

/** Whether the parameters name the permission `eth_accounts` and no other. */
export function namesAccounts(params: unknown): boolean {
  const asked: unknown = Array.isArray(params) && params.length === 1 ? params[0] : undefined
  if (typeof asked !== 'object' || asked === null || Array.isArray(asked)) return false
  const names = Object.keys(asked)
  return names.length === 1 && names[0] === 'eth_accounts'
}

export const otherPermission = () =>
  new BaseError('This wallet gives the permission eth_accounts only.', {
    code: 'RPC_INVALID_PARAMS',
    rpcCode: -32602,
  })
