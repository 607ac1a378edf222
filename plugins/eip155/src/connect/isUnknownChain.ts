import { rpcErrorFrom } from '@latchkey/kernel/chain'

/** `RPC_INTERNAL`: some wallets say -32603 of a network that they don't know, and not a word of it. */
const unknown: readonly string[] = ['RPC_UNRECOGNIZED_CHAIN', 'RPC_INVALID_CHAIN_ID', 'RPC_INTERNAL']

/** Whether a wallet refused to switch because it does not know the chain: 4902 by custom, and what others say in its place. */
export const isUnknownChain = (error: unknown): boolean =>
  unknown.includes(rpcErrorFrom(error, { method: 'wallet_switchEthereumChain' }).code)
