import { say, type Text } from '../words/say.js'
import type { AppWords } from './appWords.js'
import { isSaneSymbol } from './evm/isSaneSymbol.js'

interface NamedNetwork {
  readonly name: Text
  /** Of the network's own coin. */
  readonly symbol: Text
  /** Whether both are the app's words. */
  readonly isTold?: boolean
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

/**
 * Returns the name of a network and the symbol of its coin. The app's words count for networks that are not known here, and only
 * where they don't take the name of one that is; of the others, the number is shown.
 */
export function nameNetwork(networkId: string, app?: Pick<AppWords, 'networks'>): NamedNetwork {
  const known = Object.hasOwn(named, networkId) ? named[networkId] : undefined
  if (known) return known
  const told = app?.networks.find((network) => network.networkId === networkId)
  if (told && isOwnName(told.name) && isSaneSymbol(told.symbol)) {
    return { name: told.name, symbol: told.symbol, isTold: true }
  }
  const [namespace, reference = ''] = networkId.split(':')
  return namespace === 'solana'
    ? sol(say`Solana network ${reference}`)
    : { name: say`Network ${reference}`, symbol: say`coins` }
}

/** Whether a name reads as one, in letters that have no doubles, and no known network goes by it or by a part of it. */
function isOwnName(name: string): boolean {
  if (!/^[a-z0-9][a-z0-9 ._()-]{0,31}$/i.test(name)) return false
  const plain = lettersOf(name)
  return Object.values(named).every((network) => !plain.includes(lettersOf(String(network.name))))
}

const lettersOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
