import { say, type Text } from '../words/say.js'

interface NamedNetwork {
  readonly name: Text
  /** Of the network's own coin. */
  readonly symbol: Text
}

const ether = (name: Text): NamedNetwork => ({ name, symbol: 'ETH' })
const sol = (name: Text): NamedNetwork => ({ name, symbol: 'SOL' })

/** Names that the frame knows by itself: an app's could say another network. By CAIP-2 id. */
const named: Readonly<Record<string, NamedNetwork>> = {
  'eip155:1': ether('Ethereum'),
  'eip155:5': ether('Goerli'),
  'eip155:10': ether('OP Mainnet'),
  'eip155:56': { name: 'BNB Smart Chain', symbol: 'BNB' },
  'eip155:97': { name: 'BNB Smart Chain Testnet', symbol: 'tBNB' },
  'eip155:100': { name: 'Gnosis', symbol: 'xDAI' },
  'eip155:137': { name: 'Polygon', symbol: 'POL' },
  'eip155:324': ether('ZKsync Era'),
  'eip155:8453': ether('Base'),
  'eip155:42161': ether('Arbitrum One'),
  'eip155:42220': { name: 'Celo', symbol: 'CELO' },
  'eip155:43113': { name: 'Avalanche Fuji', symbol: 'AVAX' },
  'eip155:43114': { name: 'Avalanche', symbol: 'AVAX' },
  'eip155:84532': ether('Base Sepolia'),
  'eip155:7777777': ether('Zora'),
  'eip155:11155111': ether('Sepolia'),
  'eip155:1313161554': ether('Aurora'),
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': sol('Solana'),
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': sol('Solana Testnet'),
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': sol('Solana Devnet'),
}

/** Returns the name of a network and the symbol of its coin; of one that is not known, its number. */
export function nameNetwork(networkId: string): NamedNetwork {
  const known = Object.hasOwn(named, networkId) ? named[networkId] : undefined
  if (known) return known
  const [namespace, reference = ''] = networkId.split(':')
  return namespace === 'solana'
    ? sol(say`Solana network ${reference}`)
    : { name: say`Network ${reference}`, symbol: say`coins` }
}
