import type { NetworkId } from '@latchkey/kernel/plugin'
import type { TokenReference } from '@latchkey/kernel/contracts'
import type { EvmRouterSlipstream, EvmRouterV2, EvmRouterV3, EvmRouterV4, EvmVenues } from '../EvmVenues.js'

/**
 * Routers by network, read in November 2026. Of Uniswap: `@uniswap/sdk-core` 7.19.4 (`addresses.js`, `weth9.js`, MIT), with
 * the routers of Permit2 from `Uniswap/universal-router` (`deploy-addresses`, version 2) and the second quoter of Ethereum, Optimism, Arbitrum and Polygon from Uniswap's list of deployments. Of Uniswap v4:
 * its list of deployments (`contracts/v4/deployments`, 2026-04-07, read 2026-12-02), the same as in `sdk-core` and, for the routers of version 2.0, in
 * `universal-router-sdk` (`V2_0`). Of PancakeSwap v3: its
 * developer documentation (`contracts/v3/addresses`, read 2026-11-29), where its own pools' fees are. Of Slipstream: the deployments in
 * the readme of `aerodrome-finance/slipstream`, three that all go on, with Aerodrome's own page on security for the first, and of
 * `velodrome-finance/slipstream` (2026-05-01), two; read 2026-12-02, and the same in public code of at least three others. Of PancakeSwap v2 on BNB Smart Chain, Honeyswap on Gnosis, SpookySwap on Fantom and Trisolaris on Aurora: the addresses that each states and
 * that public code of at least three others uses. Kaia has no router with Uniswap's functions that is known to us: those there
 * name them after its coin. Tokens as in the list of common tokens of `@latchkey/plugin-wallet-data`.
 */
export const venueData: Readonly<Record<NetworkId, EvmVenues>> = {
  'eip155:1': {
    wrapped: wrapped('WETH', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', 'Wrapped Ether'),
    v2: [uniswapV2('0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D')],
    v3: [
      { ...first(), mixed: { name: 'Uniswap v2', quoter: '0x84E44095eeBfEC7793Cd7d5b57B7e401D7f1cA2E' } },
      universal(first(), '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af'),
      pancake(),
    ],
    v4: [
      uniswapV4('0x52F0E24D1c21C8A0cB1e5a5dD6198556BD9E1203', '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af'),
    ],
    tokens: [
      token('USDC', 6, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'USD Coin'),
      token('USDT', 6, '0xdAC17F958D2ee523a2206206994597C13D831ec7', 'Tether'),
      token('DAI', 18, '0x6B175474E89094C44Da98b954EedeAC495271d0F', 'Dai'),
      token('WBTC', 8, '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', 'Wrapped Bitcoin'),
      token('LINK', 18, '0x514910771AF9Ca656af840dff83E8264EcF986CA', 'Chainlink'),
      token('UNI', 18, '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984', 'Uniswap'),
    ],
  },
  'eip155:10': {
    wrapped: wrapped('WETH', '0x4200000000000000000000000000000000000006', 'Wrapped Ether'),
    v2: [uniswapV2('0x4A7b5Da61326A6379179b40d00F57E5bbDC962c2')],
    v3: [first(), universal(first(), '0x851116D9223fabED8E56C0E6b8Ad0c31d98B3507')],
    slipstream: [
      velodrome('0x89D8218ed5fF1e46d8dcd33fb0bbeE3be1621466', '0x0792a633F0c19c351081CF4B211F68F79bCc9676'),
      velodrome('0xAd432b2ca49965266133F2bd4c17dc1Ec12f5DEB', '0xbA3aEe516399388C779463183d00bB579f5041Ca'),
    ],
    v4: [
      uniswapV4('0x1f3131A13296FB91C90870043742C3CDBFF1A8d7', '0x851116D9223fabED8E56C0E6b8Ad0c31d98B3507'),
    ],
    tokens: [
      token('USDC', 6, '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', 'USD Coin'),
      token('USDT0', 6, '0x01bFF41798a0BcF287b996046Ca68b395DbC1071', 'USDT0'),
      token('OP', 18, '0x4200000000000000000000000000000000000042', 'Optimism'),
    ],
  },
  'eip155:56': {
    wrapped: wrapped('WBNB', '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c', 'Wrapped BNB'),
    v2: [
      { name: 'PancakeSwap v2', router: '0x10ED43C718714eb63d5aA57B78B54704E256024E', fee: 2500 },
      uniswapV2('0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24'),
    ],
    v3: [
      uniswapV3('0x78D78E420Da98ad378D7799bE8f4AF69033EB077', '0xB971eF87ede563556b2ED4b1C0b0019111Dd85d2'),
      pancake(),
    ],
    v4: [
      uniswapV4('0x9F75dD27D6664c475B90e105573E550ff69437B0', '0x1906c1d672b88cD1B9aC7593301cA990F94Eae07'),
    ],
    tokens: [
      token('USDT', 18, '0x55d398326f99059fF775485246999027B3197955', 'Tether'),
      token('USDC', 18, '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', 'Binance-Peg USD Coin'),
    ],
  },
  'eip155:100': {
    wrapped: wrapped('WXDAI', '0xe91D153E0b41518A2Ce8Dd3D7944Fa863463a97d', 'Wrapped xDai'),
    v2: [{ name: 'Honeyswap', router: '0x1C232F01118CB8B424793ae03F870aa7D0ac7f77' }],
  },
  'eip155:137': {
    wrapped: wrapped('WPOL', '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270', 'Wrapped POL'),
    v2: [uniswapV2('0xedf6066a2b290C185783862C7F4776A2C8077AD1')],
    v3: [first(), universal(first(), '0x1095692A6237d83C6a72F3F5eFEdb9A670C49223')],
    v4: [
      uniswapV4('0xb3d5c3Dfc3a7aEbFF71895A7191796BFFc2c81b9', '0x1095692A6237d83C6a72F3F5eFEdb9A670C49223'),
    ],
    tokens: [
      token('USDC', 6, '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', 'USD Coin'),
      token('USDT', 6, '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', 'Tether'),
      token('WETH', 18, '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619', 'Wrapped Ether'),
      token('DAI', 18, '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063', 'Dai'),
    ],
  },
  'eip155:250': {
    wrapped: wrapped('WFTM', '0x21be370D5312f44cB42ce377BC9b8a0cEF1A4C83', 'Wrapped Fantom'),
    v2: [{ name: 'SpookySwap', router: '0xF491e7B69E4244ad4002BC14e878a34207E38c29', fee: 2000 }],
    // Of the network, by whose end its venues end: curvefi/curve-frontend #2839 (2026-07-03), read 2026-11-29.
    closed: { on: '2026-12-31', say: 'Upgrade FTM at my.soniclabs.com, and move other tokens away.' },
  },
  'eip155:324': {
    wrapped: wrapped('WETH', '0x5AEa5775959fBC2557Cc8789bC1bf90A239D9a91', 'Wrapped Ether'),
    v3: [
      uniswapV3('0x8Cb537fc92E26d8EBBb760E632c95484b6Ea3e28', '0x99c56385daBCE3E81d8499d0b8d0257aBC07E8A3'),
      pancake('0x3d146FcE6c1006857750cBe8aF44f76a28041CCc', '0xD70C70AD87aa8D45b8D59600342FB3AEe76E3c68'),
    ],
    tokens: [token('USDC', 6, '0x1d17CBcF0D6D143135aE902365D2E5e2A16538D4', 'USD Coin')],
  },
  'eip155:8453': {
    wrapped: wrapped('WETH', '0x4200000000000000000000000000000000000006', 'Wrapped Ether'),
    v2: [uniswapV2('0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24')],
    v3: [base(), universal(base(), '0x6fF5693b99212Da76ad316178A184AB56D299b43'), pancake()],
    slipstream: [
      aerodrome('0x254cF9E1E6e233aa1AC962CB9B05b2cfeAaE15b0', '0xBE6D8f0d05cC4be24d5167a3eF062215bE6D18a5'),
      aerodrome('0x3d4C22254F86f64B7eC90ab8F7aeC1FBFD271c6C', '0xcbBb8035cAc7D4B3Ca7aBb74cF7BdF900215Ce0D'),
      {
        ...aerodrome(
          '0x514c8B5f54112481E28028F1166Bd78501089259',
          '0x698Cb2b6dd822994581fEa6eA4Fc755d1363A92F',
        ),
        // The newest factory has 10 as well, and its pool of the coin and USDC is that of 50.
        spacings: [50, 200, 100, 10, 1, 2000],
      },
    ],
    v4: [
      uniswapV4('0x0d5e0F971ED27FBfF6c2837bf31316121532048D', '0x6fF5693b99212Da76ad316178A184AB56D299b43'),
    ],
    tokens: [
      token('USDC', 6, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 'USD Coin'),
      token('EURC', 6, '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42', 'Euro Coin'),
    ],
  },
  'eip155:42161': {
    wrapped: wrapped('WETH', '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1', 'Wrapped Ether'),
    v2: [uniswapV2('0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24')],
    v3: [first(), universal(first(), '0xA51afAFe0263b40EdaEf0Df8781eA9aa03E381a3'), pancake()],
    v4: [
      uniswapV4('0x3972C00f7ed4885e145823eb7C655375d275A1C5', '0xA51afAFe0263b40EdaEf0Df8781eA9aa03E381a3'),
    ],
    tokens: [
      token('USDC', 6, '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', 'USD Coin'),
      token('USDT', 6, '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', 'Tether'),
      token('ARB', 18, '0x912CE59144191C1204E64559FE8253a0e49E6548', 'Arbitrum'),
    ],
  },
  'eip155:43114': {
    wrapped: wrapped('WAVAX', '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7', 'Wrapped AVAX'),
    v2: [uniswapV2('0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24')],
    v3: [
      uniswapV3('0xbe0F5544EC67e9B3b2D979aaA43f18Fd87E6257F', '0xbb00FF08d01D300023C629E8fFfFcb65A5a578cE'),
    ],
    v4: [
      uniswapV4('0xbE40675BB704506a3c2Ccfb762DCFd1e979845C2', '0x94b75331AE8d42C1b61065089B7d48FE14aA73b7'),
    ],
    tokens: [
      token('USDC', 6, '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E', 'USD Coin'),
      token('USDt', 6, '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7', 'Tether'),
    ],
  },
  'eip155:1313161554': {
    wrapped: wrapped('WETH', '0xC9BdeEd33CD01541e1eeD10f90519d2C06Fe3feB', 'Wrapped Ether'),
    v2: [{ name: 'Trisolaris', router: '0x2CB45Edb4517d5947aFdE3BEAbF95A582506858B' }],
  },
}

function token(symbol: string, decimals: number, address: string, name: string): TokenReference {
  return { symbol, decimals, address, name }
}

function wrapped(symbol: string, address: string, name: string): TokenReference {
  return token(symbol, 18, address, name)
}

function uniswapV2(router: EvmRouterV2['router']): EvmRouterV2 {
  return { name: 'Uniswap v2', router }
}

function uniswapV3(quoter: EvmRouterV3['quoter'], router: EvmRouterV3['router']): EvmRouterV3 {
  return { name: 'Uniswap v3', quoter, router }
}

/** At the same addresses everywhere but on ZKsync. Its pools have a fee of 0.25 % where Uniswap's have 0.3 %. */
function pancake(
  quoter: EvmRouterV3['quoter'] = '0xB048Bbc1Ee6b733FFfCFb9e9CeF7375518e25997',
  router: EvmRouterV3['router'] = '0x1b81D678ffb9C0263b24A97847620C99d213eB14',
): EvmRouterV3 {
  return { name: 'PancakeSwap v3', quoter, router, form: 'SwapRouter', fees: [100, 500, 2500, 10_000] }
}

/** By the same router as `universal`, where that is listed. */
function uniswapV4(quoter: EvmRouterV4['quoter'], router: EvmRouterV4['router']): EvmRouterV4 {
  return { name: 'Uniswap v4', quoter, router }
}

function aerodrome(
  quoter: EvmRouterSlipstream['quoter'],
  router: EvmRouterSlipstream['router'],
): EvmRouterSlipstream {
  return { name: 'Aerodrome Slipstream', quoter, router }
}

function velodrome(
  quoter: EvmRouterSlipstream['quoter'],
  router: EvmRouterSlipstream['router'],
): EvmRouterSlipstream {
  return { name: 'Velodrome Slipstream', quoter, router }
}

function base(): EvmRouterV3 {
  return uniswapV3('0x3d4e44Eb1374240CE5F1B871ab261CD16335B76a', '0x2626664c2603336E57B271c5C0b26F421741e481')
}

/** The same pools by the router that is paid through Permit2: one signature for who uses that already. */
function universal({ name, quoter }: EvmRouterV3, router: EvmRouterV3['router']): EvmRouterV3 {
  return { name, quoter, router, form: 'UniversalRouter' }
}

/** Where Uniswap v3 began: Ethereum, Optimism, Polygon and Arbitrum have it at the same addresses. */
function first(): EvmRouterV3 {
  return uniswapV3('0x61fFE014bA17989E743c5F6cB21bF9697530B21e', '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45')
}
