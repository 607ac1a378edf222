import type { NetworkId } from '@latchkey/kernel/plugin'
import type { OracleFeed, OracleNetwork } from '../OracleNetwork.js'

/**
 * Feeds by network, written down on 2026-11-22: proxies of Chainlink's price and sequencer feeds, as public code uses them.
 * The sequencer feeds and about half of the price feeds were compared with such code one by one; none was compared with
 * Chainlink's own list, which couldn't be reached. A wrong address gives no price, because each contract has to say its pair
 * itself. Where heartbeats are said differently, the longer one counts. Tokens as in the list of common tokens of
 * `@latchkey/plugin-wallet-data`.
 */
export const oracleData: Readonly<Record<NetworkId, OracleNetwork>> = {
  'eip155:1': {
    feeds: [
      // Ether is the coin of rollups, too: one without a feed of its own takes this one.
      feed('ETH / USD 3600 0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419', [
        'eip155:1',
        'eip155:10',
        'eip155:130',
        'eip155:324',
        'eip155:480',
        'eip155:8453',
        'eip155:42161',
        'eip155:59144',
        'eip155:1/0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
        'eth',
      ]),
      feed('BTC / USD 3600 0xF4030086522a5bEEa4988F8cA5B36dbC97BeE88c', [
        'bip122:000000000019d6689c085ae165831e93',
        'btc',
      ]),
      feed('SOL / USD 86400 0x4ffC43a60e009B551865A93d232E33Fce9f01507', [
        'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      ]),
      feed('DOT / USD 3600 0x1C07AFb8E2B827c5A4739C6d59Ae3A5035f28734', [
        'polkadot:91b171bb158e2d3848fa23a9f1c25182',
        'polkadot:68d56f15f85d3136970ec16946040bc1',
      ]),
      feed('USDC / USD 86400 0x8fFfFfd4AfB6115b954Bd326cbe7B4BA576818f6', [
        'eip155:1/0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
        'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      ]),
      feed('USDT / USD 86400 0x3E7d1eAB13ad0104d2750B8863b489D65364e32D', [
        'eip155:1/0xdAC17F958D2ee523a2206206994597C13D831ec7',
        'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
      ]),
      feed('DAI / USD 3600 0xAed0c38402a5d19df6E4c03F4E2DceD6e29c1ee9', [
        'eip155:1/0x6B175474E89094C44Da98b954EedeAC495271d0F',
      ]),
      feed('LINK / USD 3600 0x2c1d072e956AFFC0D435Cb7AC38EF18d24d9127c', [
        'eip155:1/0x514910771AF9Ca656af840dff83E8264EcF986CA',
      ]),
      feed('UNI / USD 3600 0x553303d460EE0afB37EdFf9bE42922D8FF63220e', [
        'eip155:1/0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984',
      ]),
      feed('EUR / USD 86400 0xb49f677943BC038e9857d61E7d053CaA2C1734C1', ['eur']),
      feed('GBP / USD 86400 0x5c0Ab2d9b5a7ed9f470386e82BB36A3613cDd4b5', ['gbp']),
      feed('JPY / USD 86400 0xBcE206caE7f0ec07b545EddE332A47C2F75bbeb3', ['jpy']),
      feed('AUD / USD 86400 0x77F9710E7d0A19669A13c055F62cd80d313dF022', ['aud']),
      feed('CAD / USD 86400 0xa34317DB73e77d453b1B8d04550c44D10e981C8e', ['cad']),
    ],
  },
  'eip155:10': {
    sequencer: { address: '0x371EAD81c9102C9BF4874A9075FFFf170F2Ee389' },
    feeds: [
      feed('ETH / USD 1200 0x13e3Ee699D1909E989722E753853AE30b17e08c5', [
        'eip155:10',
        'eip155:10/0x4200000000000000000000000000000000000006',
        'eth',
      ]),
      feed('USDC / USD 86400 0x16a9FA2FDa030272Ce99B29CF780dFA30361E0f3', [
        'eip155:10/0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
      ]),
      feed('OP / USD 1200 0x0D276FC14719f9292D5C1eA2198673d1f4269246', [
        'eip155:10/0x4200000000000000000000000000000000000042',
      ]),
    ],
  },
  'eip155:56': {
    feeds: [
      feed('BNB / USD 60 0x0567F2323251f0Aab15c8dFb1967E4e8A7D42aeE', [
        'eip155:56',
        'eip155:56/0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
      ]),
    ],
  },
  'eip155:100': {
    feeds: [feed('DAI / USD 86400 0x678df3415fc31947dA4324eC63212874be5a82f8', ['eip155:100'])],
  },
  'eip155:137': {
    feeds: [
      {
        ...feed('POL / USD 60 0xAB594600376Ec9fD91F8e885dADF0CE036862dE0', [
          'eip155:137',
          'eip155:137/0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
        ]),
        formerly: 'MATIC / USD',
      },
      feed('ETH / USD 60 0xF9680D99D6C9589e2a93a78A04A279e509205945', [
        'eip155:137/0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619',
        'eth',
      ]),
      feed('USDC / USD 86400 0xfE4A8cc5b5B2366C1B58Bea3858e81843581b2F7', [
        'eip155:137/0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
      ]),
    ],
  },
  'eip155:8453': {
    sequencer: { address: '0xBCF85224fc0756B9Fa45aA7892530B47e10b6433' },
    feeds: [
      feed('ETH / USD 1200 0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70', [
        'eip155:8453',
        'eip155:8453/0x4200000000000000000000000000000000000006',
        'eth',
      ]),
      feed('USDC / USD 86400 0x7e860098F58bBFC8648a4311b374B1D669a2bc6B', [
        'eip155:8453/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      ]),
    ],
  },
  'eip155:42161': {
    sequencer: { address: '0xFdB631F5EE196F0ed6FAa767959853A9F217697D' },
    feeds: [
      feed('ETH / USD 86400 0x639Fe6ab55C921f74e7fac1ee960C0B6293ba612', [
        'eip155:42161',
        'eip155:42161/0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
        'eth',
      ]),
      feed('USDC / USD 86400 0x50834F3163758fcC1Df9973b6e91f0F0F0434aD3', [
        'eip155:42161/0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
      ]),
      feed('USDT / USD 86400 0x3f3f5dF88dC9F13eac63DF89EC16ef6e7E25DdE7', [
        'eip155:42161/0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
      ]),
      feed('ARB / USD 86400 0xb2A824043730FE05F3DA2efaFa1CBbe83fa548D6', [
        'eip155:42161/0x912CE59144191C1204E64559FE8253a0e49E6548',
      ]),
    ],
  },
  'eip155:43114': {
    feeds: [
      feed('AVAX / USD 86400 0x0A77230d17318075983913bC2145DB16C7366156', [
        'eip155:43114',
        'eip155:43114/0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
      ]),
    ],
  },
}

function feed(row: string, prices: OracleFeed['prices']): OracleFeed {
  const [one, , other, heartbeat = '', address] = row.split(' ')
  // no money: seconds
  return {
    pair: `${one} / ${other}`,
    heartbeat: Number.parseInt(heartbeat, 10),
    address: address as `0x${string}`,
    prices,
  }
}
