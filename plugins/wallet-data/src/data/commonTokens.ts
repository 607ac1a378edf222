import type { NetworkId } from '@latchkey/kernel/plugin'
import type { TokenReference } from '@latchkey/kernel/contracts'

/**
 * Tokens that most people hold, so that an account is not empty before the app lists its own. Sources, read in
 * November 2026: addresses of USDC and EURC from `viem/tokens` 2.57.1 (MIT); of the others from the files `info.json`
 * and `tokenlist.json` of trustwallet/assets (MIT). Places behind the point are those of each contract's `decimals()`,
 * which the namespace's plugin asks again: a list must not move the point. No pictures, because a picture is a host
 * that the app did not choose.
 */
export const commonTokens: Readonly<Record<NetworkId, readonly TokenReference[]>> = Object.fromEntries(
  Object.entries<readonly string[]>({
    // Ethereum
    'eip155:1': [
      'USDC 6 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 USD Coin',
      'USDT 6 0xdAC17F958D2ee523a2206206994597C13D831ec7 Tether',
      'EURC 6 0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c Euro Coin',
      'DAI 18 0x6B175474E89094C44Da98b954EedeAC495271d0F Dai',
      'WETH 18 0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2 Wrapped Ether',
      'WBTC 8 0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599 Wrapped Bitcoin',
      'LINK 18 0x514910771AF9Ca656af840dff83E8264EcF986CA Chainlink',
      'UNI 18 0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984 Uniswap',
    ],
    // Optimism
    'eip155:10': [
      'USDC 6 0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85 USD Coin',
      'USDT0 6 0x01bFF41798a0BcF287b996046Ca68b395DbC1071 USDT0',
      'USDT 6 0x94b008aA00579c1307B0EF2c499aD98a8ce58e58 Bridged Tether',
      'WETH 18 0x4200000000000000000000000000000000000006 Wrapped Ether',
      'OP 18 0x4200000000000000000000000000000000000042 Optimism',
    ],
    // BNB Smart Chain
    'eip155:56': [
      'USDC 18 0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d Binance-Peg USD Coin',
      'USDT 18 0x55d398326f99059fF775485246999027B3197955 Tether',
      'WBNB 18 0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c Wrapped BNB',
    ],
    // Unichain
    'eip155:130': ['USDC 6 0x078D782b760474a361dDA0AF3839290b0EF57AD6 USD Coin'],
    // Polygon
    'eip155:137': [
      'USDC 6 0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359 USD Coin',
      'USDT 6 0xc2132D05D31c914a87C6611C10748AEb04B58e8F Tether',
      'DAI 18 0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063 Dai',
      'WETH 18 0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619 Wrapped Ether',
    ],
    // Sonic
    'eip155:146': ['USDC 6 0x29219dd400f2Bf60E5a23d13Be72B486D4038894 USD Coin'],
    // ZKsync Era
    'eip155:324': ['USDC 6 0x1d17CBcF0D6D143135aE902365D2E5e2A16538D4 USD Coin'],
    // World Chain
    'eip155:480': [
      'USDC 6 0x79A02482A880bCE3F13e09Da970dC34db4CD24d1 USD Coin',
      'EURC 6 0x1C60ba0A0eD1019e8Eb035E6daF4155A5cE2380B Euro Coin',
    ],
    // Base
    'eip155:8453': [
      'USDC 6 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913 USD Coin',
      'EURC 6 0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42 Euro Coin',
      'WETH 18 0x4200000000000000000000000000000000000006 Wrapped Ether',
    ],
    // Arbitrum One
    'eip155:42161': [
      'USDC 6 0xaf88d065e77c8cC2239327C5EDb3A432268e5831 USD Coin',
      'USDT 6 0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9 Tether',
      'WETH 18 0x82aF49447D8a07e3bd95BD0d56f35241523fBab1 Wrapped Ether',
      'ARB 18 0x912CE59144191C1204E64559FE8253a0e49E6548 Arbitrum',
    ],
    // Celo
    'eip155:42220': ['USDC 6 0xcebA9300f2b948710d2653dD7B07f33A8B32118C USD Coin'],
    // Avalanche
    'eip155:43114': [
      'USDC 6 0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E USD Coin',
      'USDt 6 0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7 Tether',
      'EURC 6 0xC891EB4cbdEFf6e073e859e987815Ed1505c2ACD Euro Coin',
      'WAVAX 18 0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7 Wrapped AVAX',
    ],
    // Linea
    'eip155:59144': ['USDC 6 0x176211869cA2b568f2A7D4EE941E073a821EE1ff USD Coin'],
    // Testnets: Fuji, Amoy, Base Sepolia, Arbitrum Sepolia, Celo Sepolia, Sepolia, Optimism Sepolia
    'eip155:43113': ['USDC 6 0x5425890298aed601595a70AB815c96711a31Bc65 USD Coin'],
    'eip155:80002': ['USDC 6 0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582 USD Coin'],
    'eip155:84532': ['USDC 6 0x036CbD53842c5426634e7929541eC2318f3dCF7e USD Coin'],
    'eip155:421614': ['USDC 6 0x75faf114eafb1BDbe2F0316DF893fd58CE46AA4d USD Coin'],
    'eip155:11142220': ['USDC 6 0x01C5C0122039549AD1493B8220cABEdD739BC44E USD Coin'],
    'eip155:11155111': ['USDC 6 0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238 USD Coin'],
    'eip155:11155420': ['USDC 6 0x5fd84259d66Cd46123540766Be93DFE6D43130D7 USD Coin'],
    // Solana lists what an account holds; the list says what these mints are called.
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': [
      'USDC 6 EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v USD Coin',
      'USDT 6 Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB Tether',
      'wSOL 9 So11111111111111111111111111111111111111112 Wrapped SOL',
    ],
  }).map(([networkId, rows]) => [networkId, rows.map(readRow)]),
)

function readRow(row: string): TokenReference {
  const [symbol = '', decimals = '', address = '', ...name] = row.split(' ')
  // no money: places behind the point
  return { symbol, decimals: Number.parseInt(decimals, 10), address, name: name.join(' ') }
}
