import { readPermissionState, readTerms } from '@latchkey/plugin-smart-sessions/delegations'
import { numberToHex } from 'viem'
import { clientOf } from '../node.js'
import type { EvmAccounts } from '../smart/createAccounts.js'
import type { SmartAccount } from '../smart/deriveSmartAccount.js'
import { hasCode } from '../smart/planOperation.js'
import { answerGiven, type GivenAnswer } from './answerGiven.js'
import { isOwnPermission } from './isOwnPermission.js'
import type { PermissionRecords } from './permissionRecords.js'
import { permissionTypes } from './readPermissions.js'

interface ListContext {
  readonly account: SmartAccount
  readonly permissions: PermissionRecords
  rpcUrlOf(networkId: string): string | undefined
}

/**
 * `wallet_getGrantedExecutionPermissions` (ERC-7715): what the account gave in this app, and neither ended nor has run out.
 * Where the network's node is not known or doesn't answer, a permission counts as one that still stands.
 */
export async function listPermissions({
  account,
  permissions,
  rpcUrlOf,
}: ListContext): Promise<readonly GivenAnswer[]> {
  const found = await Promise.all(
    permissions.list().map(async (stored): Promise<readonly GivenAnswer[]> => {
      const { chainId, delegation } = stored
      const terms = readTerms(delegation)
      if (!terms || terms.until <= Date.now() / 1000 || !(await isOwnPermission(stored, account))) return []
      const client = () => clientOf({ chainId, rpcUrl: rpcUrlOf(`eip155:${chainId}`) })
      const isEnded = await ask(() => readPermissionState(client(), delegation, undefined), undefined)
      if (isEnded?.isEnded) return []
      const isDeployed = await ask(() => hasCode(client(), account.address), false)
      return [answerGiven(delegation, { chainId, account, isDeployed })]
    }),
  )
  return found.flat()
}

async function ask<T>(read: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await read()
  } catch {
    return otherwise
  }
}

/** `wallet_getSupportedExecutionPermissions`: the types of permissions, where, and their rules. */
const supportedPermissions = (
  chainIds: readonly number[],
): Readonly<
  Record<string, { readonly chainIds: readonly string[]; readonly ruleTypes: readonly string[] }>
> =>
  chainIds.length === 0
    ? {}
    : Object.fromEntries(
        permissionTypes.map((type) => [
          type,
          { chainIds: chainIds.map((id) => numberToHex(id)), ruleTypes: ['expiry', 'call-limit'] },
        ]),
      )

interface ListTools {
  readonly accounts: Pick<EvmAccounts, 'networks' | 'smart'>
  readonly permissions: PermissionRecords
  readonly signal: AbortSignal
  rpcUrlOf(networkId: string): string | undefined
}

/** Answers a method of ERC-7715 that asks nobody. Without smart accounts there is nothing to give, and nothing was given. */
export async function answerPermissionList(
  method: string,
  { accounts, permissions, rpcUrlOf, signal }: ListTools,
): Promise<unknown> {
  if (method === 'wallet_getSupportedExecutionPermissions') return supportedPermissions(accounts.networks)
  if (accounts.networks.length === 0) return []
  return listPermissions({ account: await accounts.smart(signal), permissions, rpcUrlOf })
}
