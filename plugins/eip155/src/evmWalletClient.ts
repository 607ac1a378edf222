import type { Chain, CustomTransport, JsonRpcAccount, PublicClient, Transport, WalletClient } from 'viem'

/** A viem wallet client of the connected account on its network. */
export type EvmWalletClient = WalletClient<CustomTransport, Chain, JsonRpcAccount>

/** A viem client with every reading action, over the network's endpoints. */
export type EvmPublicClient = PublicClient<Transport, Chain>
