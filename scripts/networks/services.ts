import type { Fact } from './fact.js'

const read = '2026-11-22'

function service(url: string, source: string, options: { wantsKey?: true; isDefault?: boolean } = {}): Fact {
  const { wantsKey, isDefault = true } = options
  const question = { kind: 'service', ...(wantsKey && { wantsKey }) } as const
  return { id: `service ${url}`, urls: [url], question, source, read, isDefault }
}

/** Services whose address stands in code, with a question that costs nobody anything. */
export const services: readonly Fact[] = [
  service(
    'https://coins.llama.fi/prices/current/coingecko:bitcoin',
    'plugins/prices/src/lazy/createDefiLlamaReader.ts',
  ),
  service('https://api.coingecko.com/api/v3/ping', 'plugins/prices/src/lazy/createCoinGeckoReader.ts'),
  service('https://pro-api.coingecko.com/api/v3/ping', 'plugins/prices/src/lazy/createCoinGeckoReader.ts', {
    wantsKey: true,
  }),
  service(
    'https://api.etherscan.io/v2/api?chainid=1&module=proxy&action=eth_blockNumber',
    'plugins/wallet-data/src/histories/etherscan.ts',
    { wantsKey: true },
  ),
  service(
    'https://api.blockscout.com/1/api/v2/stats',
    'plugins/wallet-data/src/histories/lazy/createBlockscoutLists.ts',
    {
      wantsKey: true,
    },
  ),
  ...['assethub-polkadot', 'assethub-kusama', 'assethub-westend', 'assethub-paseo', 'polkadot', 'kusama'].map(
    (name) =>
      service(`https://${name}.api.subscan.io/api/now`, 'plugins/wallet-data/src/histories/subscan.ts', {
        wantsKey: true,
      }),
  ),
  // Asked by servers and opened in frames, never fetched by a page.
  page('https://relay.farcaster.xyz', 'services/embedded-wallet/src/login/farcaster/farcasterOptions.ts'),
  page('https://keys.coinbase.com/connect', 'plugins/base-account/src/readOptions.ts'),
  page('https://app.safe.global', 'plugins/safe/src/readOptions.ts'),
]

function page(url: string, source: string): Fact {
  return { id: `service ${url}`, urls: [url], question: { kind: 'page' }, source, read, isDefault: true }
}
