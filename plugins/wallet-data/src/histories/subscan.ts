import { checkOptionNames, KernelError, type NetworkId } from '@latchkey/kernel/plugin'
import type { HistorySource } from './HistorySource.js'
import { isSourceUrl } from './readSourceOptions.js'

export interface SubscanOptions {
  /** A key of yours, sent as `X-API-Key`. It stands in the page: keep one apart for it. */
  readonly key?: string | undefined
  /** Where to ask by CAIP-2 network, beside those known: `{ 'polkadot:…': 'https://my-chain.api.subscan.io' }`. */
  readonly urls?: Readonly<Record<NetworkId, string>> | undefined
}

/** Hosts of Subscan's documentation, by the networks that `@latchkey/plugin-polkadot` lists. */
const known: Readonly<Record<NetworkId, string>> = {
  'polkadot:68d56f15f85d3136970ec16946040bc1': 'https://assethub-polkadot.api.subscan.io',
  'polkadot:48239ef607d7928874027a43a6768920': 'https://assethub-kusama.api.subscan.io',
  'polkadot:67f9723393ef76214df0118c34bbbd3d': 'https://assethub-westend.api.subscan.io',
  'polkadot:d6eec26135305a8ad257a20d00335728': 'https://assethub-paseo.api.subscan.io',
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': 'https://polkadot.api.subscan.io',
  'polkadot:b0a8d493285c2df73290dfb7e61f870f': 'https://kusama.api.subscan.io',
}

const names = { key: true, urls: true } satisfies Record<keyof SubscanOptions, true>

/**
 * Past extrinsics and transfers of Polkadot networks from Subscan's API. It learns the account's address.
 *
 * @throws KernelError `WALLET_DATA_OPTIONS_INVALID` when a URL isn't one.
 *
 * @example
 * walletData({ histories: [subscan({ key: '…' })] })
 */
export function subscan(options: SubscanOptions = {}): HistorySource {
  checkOptionNames('subscan', options, names, 'WALLET_DATA_OPTIONS_INVALID')
  const { key, urls } = options
  const wrong = Object.entries(urls ?? {}).find(([, url]) => !isSourceUrl(url))
  if (wrong) {
    throw new KernelError(
      `subscan() cannot use "urls": "${wrong[0]}" must have an https URL (http on loopback).`,
      {
        code: 'WALLET_DATA_OPTIONS_INVALID',
      },
    )
  }
  const all = { ...known, ...urls }
  return {
    id: 'subscan',
    name: 'Subscan',
    supports: (networkId) => Object.hasOwn(all, networkId),
    async open(tools) {
      const { createSubscanLists } = await import('./lazy/createSubscanLists.js')
      return createSubscanLists(tools, { key, urls: all })
    },
  }
}
