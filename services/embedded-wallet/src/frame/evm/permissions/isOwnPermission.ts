import { delegationTypedData, type SignedDelegation } from '@latchkey/plugin-smart-sessions/delegations'
import { isAddressEqual, recoverTypedDataAddress } from 'viem'
import type { SmartAccount } from '../smart/deriveSmartAccount.js'

interface GivenOn {
  readonly chainId: number
  readonly delegation: SignedDelegation
}

/**
 * Whether the account's owner signed the permission for this chain. Storage and apps can name what was never given: the same
 * terms with another salt, or on another chain.
 */
export async function isOwnPermission(
  { chainId, delegation }: GivenOn,
  { address, owner }: Pick<SmartAccount, 'address' | 'owner'>,
): Promise<boolean> {
  if (!isAddressEqual(delegation.delegator, address)) return false
  const { signature } = delegation
  const signer = await recoverTypedDataAddress({
    ...delegationTypedData(delegation, chainId),
    signature,
  }).catch(() => undefined)
  return signer !== undefined && isAddressEqual(signer, owner)
}
