import { type Clock, ConnectorError, type NetworkId, wait } from '@latchkey/kernel/plugin'
import type { EvmNetworks } from '../evmChain.js'
import type { Eip1193Provider } from '../provider.js'
import { addNetwork } from './addNetwork.js'
import { readNetworkId } from './answers.js'
import { ask } from './ask.js'
import { isUnknownChain } from './isUnknownChain.js'

export interface SwitchOptions {
  readonly provider: Eip1193Provider
  /** Name of the wallet, for errors. */
  readonly name: string
  readonly networks: EvmNetworks
  readonly clock: Clock
  readonly networkId: NetworkId
  /** What the wallet last said by event, if anything. */
  announced(): NetworkId | undefined
  readonly signal?: AbortSignal
}

/** Some wallets answer before they have switched. */
const settleSteps = [50, 100, 200, 400, 800, 1_600]

/**
 * Asks the wallet to switch (EIP-3326), adds the chain first where the wallet does not know it (EIP-3085), and is done
 * when the wallet says that it stands on the network.
 *
 * @throws ConnectorError `USER_REJECTED`, `NETWORK_SWITCH_UNCONFIRMED`, `NETWORK_NOT_ADDABLE`; BaseError by the wallet's code.
 */
export async function switchNetwork(options: SwitchOptions): Promise<void> {
  const { provider, networkId, networks, signal } = options
  const chainId = chainIdOf(networkId)
  const request = () => ask(provider, 'wallet_switchEthereumChain', [{ chainId }], signal)
  try {
    await request()
  } catch (error) {
    if (!isUnknownChain(error)) throw error
    await addNetwork(options, chainId, networks.get(networkId))
    // Adding does not say that it is selected, though many wallets do select it.
    if ((await current(options)) === networkId) return
    await request()
  }
  await confirm(options)
}

/** A chain id as EIP-3326 wants it: hex without leading zeros. */
export function chainIdOf(networkId: NetworkId): `0x${string}` {
  return `0x${BigInt(networkId.slice('eip155:'.length)).toString(16)}`
}

async function current({ provider, name, signal }: SwitchOptions): Promise<NetworkId> {
  return readNetworkId(name, 'eth_chainId', await ask(provider, 'eth_chainId', undefined, signal))
}

async function confirm(options: SwitchOptions): Promise<void> {
  const { networkId, clock, signal, name } = options
  for (const delay of settleSteps) {
    if (options.announced() === networkId || (await current(options)) === networkId) return
    await wait(clock, delay, signal)
  }
  throw new ConnectorError(`${name} did not switch the network. Switch it in the wallet and try again.`, {
    code: 'NETWORK_SWITCH_UNCONFIRMED',
    metaMessages: [`Asked for: ${networkId}`, `The wallet stands on: ${await current(options)}`],
  })
}
