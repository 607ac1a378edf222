import { refusalWords, rpcCodes, type WalletDialect } from '@latchkey/kernel/chain'

/** JSON-RPC 2.0, section 5.1, which each dialect of Bitcoin wallets has beside its own numbers. */
const jsonRpc = {
  [-32700]: rpcCodes[-32700],
  [-32600]: rpcCodes[-32600],
  [-32602]: rpcCodes[-32602],
  [-32603]: rpcCodes[-32603],
} as const

/** EIP-1193's numbers, which wallets took over with the libraries of Ethereum. */
const providerCodes = {
  [-32601]: ['unsupported'],
  4001: rpcCodes[4001],
  4100: rpcCodes[4100],
  4200: ['unsupported'],
  4900: rpcCodes[4900],
  4901: rpcCodes[4901],
} as const

/** `request` in the way of sats-connect: Xverse, and most that WBIP-004 lists. It gives JSON-RPC's server numbers a meaning of its own. */
export const satsConnectDialect: WalletDialect = {
  name: 'sats-connect',
  source: '@sats-connect/core 0.16.0 (RpcErrorCode)',
  codes: {
    ...jsonRpc,
    [-32601]: ['unsupported'],
    [-32000]: ['refused', undefined, undefined, 'loose'],
    [-32001]: ['unsupported'],
    [-32002]: ['unauthorized'],
  },
  words: refusalWords,
}

/** Leather, which takes the same methods: -32000 is a fault of its server, and says nothing of the person. */
export const leatherDialect: WalletDialect = {
  name: 'Leather',
  source: '@leather.io/rpc 2.21.16, @leather-wallet/rpc 1.0.4 (RpcErrorCode)',
  codes: {
    ...jsonRpc,
    [-32601]: ['unsupported'],
    [-32000]: ['undecided', 'RPC_INTERNAL', rpcCodes[-32603][2], 'loose'],
    4001: ['refused'],
    4002: ['unsupported'],
    7: ['unauthorized'],
    16: ['unauthorized'],
  },
  words: refusalWords,
}

/** UniSat's object, and those made after it: OKX, Bitget, OneKey, Binance. */
export const unisatDialect: WalletDialect = {
  name: 'UniSat',
  source:
    'eth-rpc-errors 4.0.3, which UniSat’s extension uses; @onekeyfe/cross-inpage-provider-errors 2.2.68; OKX, Bitget and Binance publish no table',
  codes: {
    ...jsonRpc,
    ...providerCodes,
    [-32000]: rpcCodes[-32000],
    [-32001]: rpcCodes[-32001],
    [-32002]: rpcCodes[-32002],
    [-32003]: rpcCodes[-32003],
    [-32004]: ['unsupported'],
    [-32005]: rpcCodes[-32005],
    // OneKey's: nobody answered in time.
    4500: ['undecided'],
  },
  words: refusalWords,
}

/** Wallet Standard. Wallets that had an object of their own before throw its errors here, too: EIP-1193's numbers. */
export const standardDialect: WalletDialect = {
  name: 'Wallet Standard (Bitcoin)',
  source: '@wallet-standard/errors 0.1.1; docs.phantom.com, “Error messages and codes”, 2026',
  codes: {
    ...jsonRpc,
    ...providerCodes,
    3834000: ['undecided'],
    3834001: ['undecided'],
    4001000: ['refused'],
    6160000: ['unsupported'],
    6160001: ['unsupported'],
    6160002: ['unsupported'],
  },
  words: refusalWords,
}

export const bitcoinDialects: readonly WalletDialect[] = [
  satsConnectDialect,
  leatherDialect,
  unisatDialect,
  standardDialect,
]
