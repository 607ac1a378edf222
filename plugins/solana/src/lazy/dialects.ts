import { refusalWords, rpcCodes, type WalletDialect, type WordsRow } from '@latchkey/kernel/chain'

/**
 * The whole of what a wallet says where it has no number: the request that was declined, and nothing of a network. Solflare
 * says “Transaction rejected”, Backpack “Approval Denied”.
 */
const declined =
  /^(?:error: )?(?:the )?(?:approval|connection|sign[ -]?in|signature|signing|transaction|message)(?: signing| signature)?(?: request)? (?:was |has been )?(?:rejected|denied|declined|cancell?ed)(?: by (?:the )?user)?\.?$/i

const words: readonly WordsRow[] = [...refusalWords, [declined, 'refused']]

/** Wallet Standard's numbers, and Phantom's, which other wallets took over. */
export const standardDialect: WalletDialect = {
  name: 'Wallet Standard (Solana)',
  source: '@wallet-standard/errors 0.1.1; docs.phantom.com, “Error messages and codes”, 2026',
  codes: {
    3834000: ['undecided'],
    3834001: ['undecided'],
    4001000: ['refused'],
    6160000: ['unsupported'],
    6160001: ['unsupported'],
    6160002: ['unsupported'],
    4001: rpcCodes[4001],
    4100: rpcCodes[4100],
    4200: rpcCodes[4200],
    4900: rpcCodes[4900],
    [-32700]: rpcCodes[-32700],
    [-32600]: rpcCodes[-32600],
    [-32601]: rpcCodes[-32601],
    [-32602]: rpcCodes[-32602],
    [-32603]: rpcCodes[-32603],
    [-32000]: rpcCodes[-32000],
    [-32002]: rpcCodes[-32002],
    // Phantom's word for a transaction that it doesn't recognise is the same as a person's no elsewhere.
    [-32003]: ['undecided', rpcCodes[-32003][1], rpcCodes[-32003][2], 'firm'],
  },
  words,
}

/** Mobile Wallet Adapter: a protocol of its own behind a wallet of the Wallet Standard. */
export const mobileDialect: WalletDialect = {
  name: 'Mobile Wallet Adapter',
  source: '@solana-mobile/mobile-wallet-adapter-protocol 2.3.0, @solana-mobile/wallet-standard-mobile 0.6.0',
  codes: {
    // Not authorized, by the person or by the time of an earlier authorization.
    [-1]: ['unauthorized'],
    [-2]: ['undecided', 'RPC_INVALID_PARAMS', rpcCodes[-32602][2]],
    [-3]: ['refused'],
    [-4]: ['undecided'],
    [-5]: ['unsupported'],
    [-100]: ['undecided'],
    [-32601]: rpcCodes[-32601],
    [-32602]: rpcCodes[-32602],
    [-32603]: rpcCodes[-32603],
    ERROR_ASSOCIATION_CANCELLED: ['refused'],
    ERROR_ASSOCIATION_PORT_OUT_OF_RANGE: ['undecided'],
    ERROR_BROWSER_NOT_SUPPORTED: ['unsupported'],
    ERROR_FORBIDDEN_WALLET_BASE_URL: ['undecided'],
    ERROR_ILLEGAL_TRANSPORT_STATE: ['undecided'],
    ERROR_INVALID_PROTOCOL_VERSION: ['undecided'],
    ERROR_LOOPBACK_ACCESS_BLOCKED: [
      'unreachable',
      'WALLET_NOT_REACHED',
      'The browser may not reach wallet apps on this device. Allow local network access, then try again.',
    ],
    ERROR_REFLECTOR_ID_OUT_OF_RANGE: ['undecided'],
    ERROR_SECURE_CONTEXT_REQUIRED: ['unsupported'],
    ERROR_SESSION_CLOSED: ['undecided'],
    ERROR_SESSION_TIMEOUT: ['unreachable'],
    ERROR_WALLET_NOT_FOUND: ['unreachable'],
  },
  // The library tells of a connection that ran out of time by the code of one that the person ended.
  louder: [
    [/connection timed out|failed to connect to the wallet|found no installed wallet/i, 'unreachable'],
  ],
  words,
}

export const solanaDialects: readonly WalletDialect[] = [standardDialect, mobileDialect]
