import { type Address, encodeFunctionData, type Hex, encodePacked, zeroHash } from 'viem'
import { managerAbi } from './contracts.js'

/** A call that the account is to make. */
export interface PermittedCall {
  readonly to: Address
  readonly data?: Hex
  readonly value?: bigint
}

/** A permission that a wallet gave, as it answers `wallet_requestExecutionPermissions` (ERC-7715). */
export interface GivenPermission {
  readonly context: Hex
  readonly delegationManager: Address
  /** How the account is deployed, where it isn't yet. Until then no permission of it can be used. */
  readonly dependencies?: readonly { readonly factory: Address; readonly factoryData: Hex }[]
}

/** A transaction of the holder's own key. */
export interface RedeemCall {
  readonly to: Address
  readonly data: Hex
}

/**
 * The transactions by which the holder of a permission has the account make calls (ERC-7710): all calls or none. Send them from
 * the address that the permission is for, in their order.
 *
 * @param isDeployed whether the account has code on the network by now. Default: as the wallet said when it gave the permission
 *
 * @example
 * for (const call of redeemCalls(permission, [{ to: token, data }])) await sessionKey.sendTransaction(call)
 */
export function redeemCalls(
  { context, delegationManager, dependencies = [] }: GivenPermission,
  calls: readonly PermittedCall[],
  isDeployed: boolean = dependencies.length === 0,
): readonly RedeemCall[] {
  const deployments = isDeployed ? [] : dependencies
  return [
    ...deployments.map(({ factory, factoryData }) => ({ to: factory, data: factoryData })),
    {
      to: delegationManager,
      data: encodeFunctionData({
        abi: managerAbi,
        functionName: 'redeemDelegations',
        args: [calls.map(() => context), calls.map(() => zeroHash), calls.map(encodeExecution)],
      }),
    },
  ]
}

/** One call, as ERC-7579 packs it. */
const encodeExecution = ({ to, value = 0n, data = '0x' }: PermittedCall): Hex =>
  encodePacked(['address', 'uint256', 'bytes'], [to, value, data])
