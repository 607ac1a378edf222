import { checkOptionNames, KernelError, type NetworkId } from '@latchkey/kernel/plugin'
import type { HistorySource } from './HistorySource.js'
import { isRate, isSourceUrl } from './readSourceOptions.js'

export interface BlockscoutOptions {
  /**
   * Instances by CAIP-2 network, such as `{ 'eip155:100': 'https://gnosis.blockscout.com' }`. Over https, or http on loopback.
   * A path is kept. They are asked in place of Blockscout's own service, and no other network is then asked about. Empty is as
   * absent.
   */
  readonly urls?: Readonly<Record<NetworkId, string>> | undefined
  /** A key of Blockscout's own service, which knows many networks, and sent to it alone. It stands in the page: keep one apart for it. */
  readonly key?: string | undefined
  /** What the instance or the key's plan allows. Default 3, and 5 with a key, as without charge. */
  readonly requestsPerSecond?: number | undefined
}

const names = { urls: true, key: true, requestsPerSecond: true } satisfies Record<
  keyof BlockscoutOptions,
  true
>

/**
 * Past transactions of EVM networks from Blockscout's REST API v2: of any instance, or of Blockscout's own service with a key.
 * It learns the account's address.
 *
 * @throws KernelError `WALLET_DATA_OPTIONS_INVALID` without `urls` and `key`, with a URL that isn't https (or http on loopback), or
 *   when `requestsPerSecond` isn't above 0.
 *
 * @example
 * walletData({ histories: [blockscout({ urls: { 'eip155:1': 'https://eth.blockscout.com' } })] })
 */
export function blockscout(options: BlockscoutOptions): HistorySource {
  checkOptionNames('blockscout', options, names, 'WALLET_DATA_OPTIONS_INVALID')
  const { urls, key, requestsPerSecond } = options ?? {}
  const listed = Object.entries(urls ?? {})
  const wrong = listed.find(([id, url]) => !/^eip155:\d+$/.test(id) || !isSourceUrl(url))
  if (wrong || (listed.length === 0 && !key)) {
    throw new KernelError(
      wrong
        ? `blockscout() cannot use "urls": "${wrong[0]}" must be an EVM network such as eip155:1, with an https URL (http on loopback).`
        : 'blockscout() needs "urls" of instances, or the "key" of Blockscout’s own service.',
      { code: 'WALLET_DATA_OPTIONS_INVALID' },
    )
  }
  if (requestsPerSecond !== undefined && !isRate(requestsPerSecond)) {
    throw new KernelError('blockscout() cannot use "requestsPerSecond": it must be a number above 0.', {
      code: 'WALLET_DATA_OPTIONS_INVALID',
    })
  }
  return {
    id: 'blockscout',
    name: 'Blockscout',
    supports: (networkId) =>
      listed.length > 0 ? Object.hasOwn(urls ?? {}, networkId) : /^eip155:\d+$/.test(networkId),
    async open(tools) {
      const { createBlockscoutLists } = await import('./lazy/createBlockscoutLists.js')
      return createBlockscoutLists(tools, {
        urls,
        key,
        requestsPerSecond: requestsPerSecond ?? (key ? 5 : 3),
      })
    },
  }
}
