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
  /** Resolves once the wallet says by an event that it stands on the network; never, once it's aborted. */
  arrival?(networkId: NetworkId, signal: AbortSignal): Promise<void>
  /** Ends the connection, and so the question. */
  readonly signal?: AbortSignal | undefined
  /** Aborted when a newer question is watched: this one ends by its own answer only. */
  readonly overtaken?: AbortSignal | undefined
}

/** Some wallets answer before they have switched. */
const settleSteps = [50, 100, 200, 400, 800, 1_600]

/** How often a wallet that doesn't answer is asked where it stands, in milliseconds. */
const askInterval = 1_000

/**
 * Asks the wallet for the network, and is done when the wallet says that it stands there: by its answer, by an event, or when it's
 * asked. Some wallets switch and never answer.
 *
 * @throws ConnectorError `USER_REJECTED`, `NETWORK_SWITCH_UNCONFIRMED`, `NETWORK_NOT_ADDABLE`; BaseError by the wallet's code.
 */
export async function switchNetwork(options: SwitchOptions): Promise<void> {
  const { networkId, arrival, overtaken } = options
  const asking = new AbortController()
  const watching = overtaken ? AbortSignal.any([asking.signal, overtaken]) : asking.signal
  try {
    const arrived = arrival ? [arrival(networkId, watching)] : []
    await Promise.race([ask(options), findThere(options, watching), ...arrived])
  } finally {
    asking.abort()
  }
}

async function ask(options: SwitchOptions): Promise<void> {
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

/** Resolves when the wallet, asked from time to time, says that it's there; never, when it doesn't. */
async function findThere(options: SwitchOptions, signal: AbortSignal): Promise<void> {
  const never = new Promise<void>(() => {})
  while (true) {
    const isOver = await wait(options.clock, askInterval, signal).then(
      () => false,
      () => true,
    )
    if (isOver) return never
    const there = await current(options).catch(() => undefined)
    if (there === options.networkId) return
  }
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
