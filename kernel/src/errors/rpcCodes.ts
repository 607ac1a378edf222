import type { DialectRow } from './dialect.js'

/**
 * Numbers of JSON-RPC 2.0 (section 5.1), EIP-1474, EIP-1193, EIP-3326's 4902 and EIP-5792, each with what the standard means. The words
 * of `@metamask/rpc-errors` 7.0.3 and `@base-org/account` 2.5.10 say the same. 5000 is CAIP-25's, which WalletConnect's own EIP-1193
 * provider passes on.
 */
export const rpcCodes = {
  [-32700]: ['undecided', 'RPC_PARSE', 'The request could not be read by the other side.'],
  [-32600]: ['undecided', 'RPC_INVALID_REQUEST', 'The request was not valid.'],
  [-32601]: ['unsupported', 'RPC_METHOD_NOT_FOUND', 'The wallet or node does not know this method.'],
  [-32602]: ['undecided', 'RPC_INVALID_PARAMS', 'The wallet or node refused the parameters of the request.'],
  [-32603]: ['undecided', 'RPC_INTERNAL', 'The wallet or node failed while it handled the request.', 'loose'],
  [-32000]: ['undecided', 'RPC_INVALID_INPUT', 'The wallet or node refused the request.', 'loose'],
  [-32001]: ['undecided', 'RPC_RESOURCE_NOT_FOUND', 'What was asked for was not found.'],
  [-32002]: [
    'busy',
    'RPC_RESOURCE_UNAVAILABLE',
    'Your wallet is already waiting for an answer. Open it to go on.',
  ],
  [-32003]: ['undecided', 'RPC_TRANSACTION_REJECTED', 'The network refused the transaction.', 'loose'],
  [-32004]: ['unsupported', 'RPC_METHOD_NOT_SUPPORTED', 'The wallet or node does not support this method.'],
  [-32005]: ['undecided', 'RPC_LIMIT_EXCEEDED', 'Too many requests were made. Wait a moment and try again.'],
  [-32006]: [
    'unsupported',
    'RPC_VERSION_NOT_SUPPORTED',
    'The wallet or node speaks another version of JSON-RPC.',
  ],
  // Without its sign, wallets mean the network by it.
  32603: ['unknownNetwork', 'RPC_INVALID_CHAIN_ID', 'The wallet does not accept this network id.'],
  4001: ['refused'],
  4100: ['unauthorized', 'RPC_UNAUTHORIZED', 'The wallet has not allowed this app to do that.'],
  4200: ['unsupported', 'RPC_UNSUPPORTED_METHOD', 'The wallet does not support this.'],
  4900: [
    'undecided',
    'RPC_PROVIDER_DISCONNECTED',
    'The wallet is not connected to any network. Open it and check.',
  ],
  4901: [
    'undecided',
    'RPC_CHAIN_DISCONNECTED',
    'The wallet is not connected to this network. Open it and check.',
  ],
  4902: ['unknownNetwork', 'RPC_UNRECOGNIZED_CHAIN', 'The wallet does not know this network.'],
  5000: ['refused', undefined, undefined, 'loose'],
  5700: [
    'unsupported',
    'RPC_CAPABILITY_NOT_SUPPORTED',
    'The wallet does not support a capability that this needs.',
  ],
  5710: ['unsupported', 'RPC_CHAIN_ID_NOT_SUPPORTED', 'The wallet does not support this network.'],
  5720: ['undecided', 'RPC_DUPLICATE_BUNDLE', 'These calls were sent already.'],
  5730: ['undecided', 'RPC_UNKNOWN_BUNDLE', 'The wallet does not know these calls.'],
  5740: ['unsupported', 'RPC_BUNDLE_TOO_LARGE', 'There are too many calls for the wallet to do at once.'],
  // Wallets give it for accounts that can't be upgraded, too, without asking anybody.
  5750: [
    'unsupported',
    'RPC_ATOMIC_UPGRADE_REJECTED',
    'Your wallet can do this only after it upgrades your account, and it didn’t.',
    'firm',
  ],
  5760: ['unsupported', 'RPC_ATOMICITY_NOT_SUPPORTED', 'The wallet can’t do these calls as one.'],
} as const satisfies Readonly<Record<number, DialectRow>>
