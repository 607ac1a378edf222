import { checkOptionNames, type NetworkId } from '@latchkey/kernel/plugin'
import { Wallets } from '@latchkey/kernel/wallet'
import { Eip155Client } from '@latchkey/plugin-eip155'
import { type PriceSource, priceSource } from '../PriceSource.js'
import type { OracleNetwork } from './OracleNetwork.js'

export interface OracleFeedsOptions {
  /** Feeds by CAIP-2 id, in place of the plugin's own for that network. */
  readonly networks?: Readonly<Record<NetworkId, OracleNetwork>> | undefined
}

const names = { networks: true } satisfies Record<keyof OracleFeedsOptions, true>

/**
 * Prices from oracle feeds on the EVM networks that the host lists: one request for each network, to the host's own
 * nodes. A round that is older than its feed's heartbeat, was not answered, or is not above zero gives no price.
 *
 * @throws KernelError `OPTION_UNKNOWN` or `OPTIONS_NO_OBJECT`
 * @example
 * prices([oracleFeeds()])
 */
export function oracleFeeds(options: OracleFeedsOptions = {}): PriceSource {
  checkOptionNames('oracleFeeds', options, names)
  const { networks = {} } = options
  return priceSource({
    id: 'oracleFeeds',
    uses: { clients: Eip155Client, wallets: Wallets },
    async open(services, tools) {
      const { openOracleFeeds } = await import('./lazy/openOracleFeeds.js')
      return openOracleFeeds({ ...services, ...tools, networks })
    },
  })
}
