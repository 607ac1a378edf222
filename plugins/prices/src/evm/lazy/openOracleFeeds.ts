import type { Clock, LogService, NetworkId } from '@latchkey/kernel/plugin'
import type { WalletsService } from '@latchkey/kernel/wallet'
import type { Eip155ClientService } from '@latchkey/plugin-eip155'
import type { PriceReader } from '../../PriceSource.js'
import type { OracleNetwork } from '../OracleNetwork.js'
import { createOracleReader } from './createOracleReader.js'
import { oracleData } from './oracleData.js'

export interface OracleFeedsTools {
  readonly clients: Eip155ClientService
  readonly wallets: WalletsService
  readonly clock: Clock
  readonly log: LogService
  /** In place of the plugin's own for each of them. */
  readonly networks: Readonly<Record<NetworkId, OracleNetwork>>
}

/** The feeds of the networks that the host lists. */
export function openOracleFeeds({ clients, wallets, networks, clock, log }: OracleFeedsTools): PriceReader {
  const isListed = (networkId: NetworkId) =>
    wallets.namespace('eip155')?.networks.some(({ id }) => id === networkId) === true
  return createOracleReader({ clients, networks: { ...oracleData, ...networks }, isListed, clock, log })
}
