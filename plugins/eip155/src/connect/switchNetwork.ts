import { type Clock, ConnectorError, type NetworkId, wait } from '@latchkey/kernel/plugin'
import type { EvmNetworks } from '../evmChain.js'
import type { Eip1193Provider } from '../provider.js'
import { readNetworkId } from './answers.js'
import { askWallet } from './askWallet.js'
import { requestNetwork } from './requestNetwork.js'

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
 * Asks the wallet for the network, and is done when the wallet says that it stands there.
 *
 * @throws ConnectorError `USER_REJECTED`, `NETWORK_SWITCH_UNCONFIRMED`, `NETWORK_NOT_ADDABLE`; BaseError by the wallet's code.
 */
export async function switchNetwork(options: SwitchOptions): Promise<void> {
  const { provider, name, networks, networkId, signal } = options
  await requestNetwork(networks, {
    networkId,
    wallet: name,
    allows: () => true,
    ask: ({ method, params }) => askWallet(provider, method, params, signal),
    isThere: async () => (await current(options)) === networkId,
  })
  await confirm(options)
}

async function current({ provider, name, signal }: SwitchOptions): Promise<NetworkId> {
  return readNetworkId(name, 'eth_chainId', await askWallet(provider, 'eth_chainId', undefined, signal))
}

async function confirm(options: SwitchOptions): Promise<void> {
  const { networkId, clock, signal, name } = options
  for (const delay of settleSteps) {
    if (options.announced() === networkId || (await current(options)) === networkId) return
    await wait(clock, delay, signal)
  }
  throw new ConnectorError(`${name} did not switch the network. Switch it in the wallet and try again.`, {
    code: 'NETWORK_SWITCH_UNCONFIRMED',
    parameters: { wallet: name },
    metaMessages: [`Asked for: ${networkId}`, `The wallet stands on: ${await current(options)}`],
  })
}
