import { checkOptionNames, KernelError, type NetworkId } from '@latchkey/kernel/plugin'
import type { HistorySource } from './HistorySource.js'
import { isRate, isSourceUrl } from './readSourceOptions.js'

export interface EtherscanOptions {
  /** A key of yours. It stands in the page: keep one apart for it, or name a proxy of yours in `url` that adds it. */
  readonly key?: string | undefined
  /** Where to ask in place of `https://api.etherscan.io/v2/api`: over https, or http on loopback. */
  readonly url?: string | undefined
  /** Networks to ask about. Default every EVM network: plans without charge know some of them. */
  readonly networks?: readonly NetworkId[] | undefined
  /** What the key's plan allows. Default 3, as without charge. */
  readonly requestsPerSecond?: number | undefined
}

const names = { key: true, url: true, networks: true, requestsPerSecond: true } satisfies Record<
  keyof EtherscanOptions,
  true
>

/**
 * Past transactions of EVM networks from Etherscan's API v2, which knows many networks by one key. It learns the account's address.
 *
 * @throws KernelError `WALLET_DATA_OPTIONS_INVALID` without `key` and `url`, or when `requestsPerSecond` isn't above 0.
 *
 * @example
 * walletData({ histories: [etherscan({ key: '…', networks: ['eip155:1', 'eip155:137'] })] })
 */
export function etherscan(options: EtherscanOptions): HistorySource {
  checkOptionNames('etherscan', options, names, 'WALLET_DATA_OPTIONS_INVALID')
  const { key, url, networks, requestsPerSecond = 3 } = options ?? {}
  if (!key && url === undefined) throw invalid('it needs a "key", or the "url" of a proxy that adds it')
  if (url !== undefined && !isSourceUrl(url)) throw invalid('"url" must be an https URL (http on loopback)')
  if (!isRate(requestsPerSecond)) throw invalid('"requestsPerSecond" must be a number above 0')
  return {
    id: 'etherscan',
    name: 'Etherscan',
    supports: (networkId) => networks?.includes(networkId) ?? /^eip155:\d+$/.test(networkId),
    async open(tools) {
      const { createEtherscanLists } = await import('./lazy/createEtherscanLists.js')
      return createEtherscanLists(tools, {
        key,
        url: url ?? 'https://api.etherscan.io/v2/api',
        requestsPerSecond,
      })
    },
  }
}

function invalid(problem: string): KernelError {
  return new KernelError(`etherscan() cannot use these options: ${problem}.`, {
    code: 'WALLET_DATA_OPTIONS_INVALID',
  })
}
