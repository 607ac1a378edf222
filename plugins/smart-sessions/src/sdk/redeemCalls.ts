import {
  type Address,
  decodeFunctionData,
  encodeFunctionData,
  encodePacked,
  getContractAddress,
  type Hex,
  isAddressEqual,
  zeroHash,
} from 'viem'
import { accountFactory, factoryAbi, managerAbi, permissionContracts } from './contracts.js'
import { decodeContext } from './delegation.js'
import { UnknownPermissionError } from './UnknownPermissionError.js'

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
  readonly dependencies?: readonly Dependency[]
}

interface Dependency {
  readonly factory: Address
  readonly factoryData: Hex
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
 * The permission may come from anyone. Its transactions are signed by the holder's key, so only two kinds are ever returned:
 * the redemption of this one permission, and the deployment of the account that gave it.
 *
 * @param isDeployed whether the account has code on the network by now. Default: as the wallet said when it gave the permission
 * @throws UnknownPermissionError for another delegation manager than the known one, a context of none or several delegations,
 *   and a dependency that isn't the deployment of the account
 *
 * @example
 * for (const call of redeemCalls(permission, [{ to: token, data }])) await sessionKey.sendTransaction(call)
 */
export function redeemCalls(
  { context, delegationManager, dependencies = [] }: GivenPermission,
  calls: readonly PermittedCall[],
  isDeployed: boolean = dependencies.length === 0,
): readonly RedeemCall[] {
  if (!isAddressEqual(delegationManager, permissionContracts.delegationManager)) {
    throw new UnknownPermissionError('The delegation manager of this permission isn’t known.')
  }
  const delegation = decodeContext(context)
  if (!delegation) throw new UnknownPermissionError('The context of this permission can’t be read.')
  const deployments = isDeployed ? [] : dependencies
  for (const one of deployments) requireDeployment(one, delegation.delegator)
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

/** @throws UnknownPermissionError for a transaction that does anything else than deploy the account */
function requireDeployment({ factory, factoryData }: Dependency, account: Address): void {
  if (isAddressEqual(factory, accountFactory) && deployedBy(factoryData) === account.toLowerCase()) return
  throw new UnknownPermissionError(
    'A dependency of this permission isn’t the deployment of its account, so it isn’t sent.',
  )
}

/** Address of what the factory deploys (EIP-1014), or `undefined` where it's called for something else. */
function deployedBy(factoryData: Hex): string | undefined {
  try {
    const { args } = decodeFunctionData({ abi: factoryAbi, data: factoryData })
    const [bytecode, salt] = args
    const same = encodeFunctionData({ abi: factoryAbi, functionName: 'deploy', args })
    if (same !== factoryData.toLowerCase()) return undefined
    return getContractAddress({ opcode: 'CREATE2', from: accountFactory, salt, bytecode }).toLowerCase()
  } catch {
    return undefined
  }
}
