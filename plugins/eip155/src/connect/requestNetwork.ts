import { isUserRejection, type NetworkId } from '@latchkey/kernel/plugin'
import type { NetworkRequest } from '@latchkey/kernel/contracts'
import type { EvmNetworks } from '../evmChain.js'
import { addingMethod, addNetwork, notAddable } from './addNetwork.js'
import { isUnknownChain } from './isUnknownChain.js'

const switchingMethod = 'wallet_switchEthereumChain'

/**
 * Asks the wallet to switch (EIP-3326), and adds the chain first where the wallet does not know it (EIP-3085). Done when
 * the wallet agreed.
 *
 * @throws ConnectorError `USER_REJECTED`, `NETWORK_NOT_ADDABLE`; BaseError by the wallet's code.
 */
export async function requestNetwork(networks: EvmNetworks, request: NetworkRequest): Promise<void> {
  const { networkId, wallet, allows } = request
  if (!/^eip155:\d+$/.test(networkId)) throw notAddable(wallet, networkId, 'It is no EVM network.')
  const chainId = chainIdOf(networkId)
  const entry = networks.get(networkId)
  const select = () => request.ask({ method: switchingMethod, params: [{ chainId }] })
  if (allows(switchingMethod)) {
    try {
      await select()
      return
    } catch (error) {
      if (!isUnknownChain(error)) return failUnlessThere(request, error)
    }
  }
  if (!allows(addingMethod)) throw notAddable(wallet, entry?.network.name ?? chainId, notAllowed)
  try {
    await addNetwork(request, chainId, entry)
    // Adding does not say that it is selected, though many wallets do select it.
    if (allows(switchingMethod) && !(await request.isThere())) await select()
  } catch (error) {
    await failUnlessThere(request, error)
  }
}

/** Some wallets report an error and have done it: where they stand counts. A person who declined is asked nothing more. */
async function failUnlessThere({ isThere }: NetworkRequest, error: unknown): Promise<void> {
  if (isUserRejection(error) || !(await isThere().catch(() => false))) throw error
}

const notAllowed = `The wallet did not allow this app to use ${addingMethod}.`

/** A chain id as EIP-3326 wants it: hex without leading zeros. */
export function chainIdOf(networkId: NetworkId): `0x${string}` {
  return `0x${BigInt(networkId.slice('eip155:'.length)).toString(16)}`
}
