import { multiplyDecimals } from './decimals.js'

/** The currencies of the contract. */
export const currencies = ['usd', 'eur', 'gbp', 'aud', 'cad', 'inr', 'jpy', 'btc', 'eth'] as const
export type Currency = (typeof currencies)[number]

/** A declared price. Nothing here moves with a market. */
export interface DeclaredPrice {
  /** CAIP-2, or a namespace with `*` for all its networks: `eip155:*`. */
  readonly networkId: string
  /** Contract or mint; absent for the native coin. */
  readonly address?: string
  /** Of one whole unit in US dollars, a decimal string. */
  readonly usd: string
  /** What the asset is called where the chain itself does not say. */
  readonly name?: string
  readonly symbol?: string
  readonly iconUrl?: string
}

export interface PriceTable {
  /** Of one whole unit, or `undefined` where no price or exchange rate is declared. */
  priceOf(networkId: string, asset: string, currency: Currency): string | undefined
  declared(networkId: string, asset: string): DeclaredPrice | undefined
}

/** What one US dollar is in other currencies, as decimal strings. Declared, like the prices. */
export type ExchangeRates = Readonly<Partial<Record<Exclude<Currency, 'usd'>, string>>>

const localRates: ExchangeRates = {
  eur: '0.9',
  gbp: '0.8',
  aud: '1.5',
  cad: '1.4',
  inr: '84',
  jpy: '150',
  btc: '0.00001',
  eth: '0.00025',
}

const localPrices: readonly DeclaredPrice[] = [
  { networkId: 'eip155:*', usd: '4000' },
  { networkId: 'eip155:*', address: '0x7579843f57cc017fee0e1dca4713d839f0ae366d', usd: '1' },
  { networkId: 'eip155:*', address: '0xe6a86b1b9d4be89d083a5c5fae480b8d27767698', usd: '2500' },
  { networkId: 'eip155:*', address: '0x1f474a1576a49aea3c52d692e3f3eae0d57a336f', usd: '1' },
  { networkId: 'solana:*', usd: '200' },
  {
    networkId: 'solana:*',
    address: 'DgNoxeoPL4iB5Qj1rpLGF84BGE2hWPcUiYqXqbxtRo51',
    usd: '1',
    name: 'Local USD',
    symbol: 'LUSD',
  },
  {
    networkId: 'solana:*',
    address: 'LKQavNALBCaBj4gqmbWYmg24TzHDQfBRKx6GjqAXdpK',
    usd: '2500',
    name: 'Local Gold',
    symbol: 'LGLD',
  },
  { networkId: 'bip122:*', usd: '100000' },
  { networkId: 'polkadot:*', usd: '5' },
]

/** What local chains' coins and tokens are worth. It is made up: never for a network that people use. */
export const localMarket = { prices: localPrices, perDollar: localRates }

/** Addresses are compared as they are given: in the canonical form of their chain. */
export function createPriceTable(prices: readonly DeclaredPrice[], rates: ExchangeRates = {}): PriceTable {
  const perDollar: Partial<Record<Currency, string>> = { ...rates, usd: '1' }
  const byAsset = new Map<string, DeclaredPrice>()
  for (const price of prices) byAsset.set(`${price.networkId} ${price.address ?? ''}`, price)
  const declared = (networkId: string, asset: string) =>
    byAsset.get(`${networkId} ${asset}`) ?? byAsset.get(`${networkId.split(':')[0]}:* ${asset}`)
  return {
    declared,
    priceOf(networkId, asset, currency) {
      const price = declared(networkId, asset)
      const rate = perDollar[currency]
      return price && rate ? multiplyDecimals(price.usd, rate) : undefined
    },
  }
}
