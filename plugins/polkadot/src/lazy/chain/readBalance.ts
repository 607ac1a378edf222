import type { Amount, BalanceRequest } from '@latchkey/kernel/contracts'
import type { PolkadotNetwork, PolkadotNetworks } from '../../networks.js'
import { networkOf } from '../networkOf.js'
import type { PolkadotBalanceFigures } from '../../polkadotBalance.js'
import type { Chains } from './chains.js'
import { checkedAddress, existentialDeposit, readAccount, transferable } from './readAccount.js'

export interface BalanceReader {
  read(request: BalanceRequest): Promise<PolkadotBalanceFigures>
}

export function createBalanceReader(networks: PolkadotNetworks, chains: Chains): BalanceReader {
  return {
    async read({ networkId, address, signal }) {
      const network = networkOf(networks, networkId)
      const own = checkedAddress(network, address)
      return chains.read(network, signal, async (api) => {
        const account = await readAccount(api, network, own)
        const deposit = existentialDeposit(api, network)
        const amount = (value: bigint) => nativeAmount(network, value)
        return {
          free: amount(account.free),
          reserved: amount(account.reserved),
          frozen: amount(account.frozen),
          transferable: amount(transferable(account, deposit)),
          existentialDeposit: amount(deposit),
        }
      })
    },
  }
}

export function nativeAmount({ nativeCurrency }: PolkadotNetwork, value: bigint): Amount {
  return { value, decimals: nativeCurrency.decimals, symbol: nativeCurrency.symbol }
}
