import type { Address } from 'viem'

export interface FarcasterOptions {
  /** A node of OP Mainnet, where Farcaster keeps who owns which id. It also checks signatures of accounts that are contracts. */
  readonly rpcUrl: string
  /**
   * The relay that carries the request to the person's phone and the signature back. Nothing that it says is believed
   * unless the signature proves it, but the name that the person is greeted by.
   *
   * @default 'https://relay.farcaster.xyz'
   */
  readonly relay?: string
  /** Contract that knows the id of an owner. @default Farcaster's own on OP Mainnet */
  readonly idRegistry?: Address
  /** Contract that knows which other addresses may sign in for an id. @default Farcaster's own on OP Mainnet */
  readonly keyRegistry?: Address
}

/** Published by Farcaster: https://docs.farcaster.xyz/reference/contracts/deployments */
export const farcasterDefaults = {
  relay: 'https://relay.farcaster.xyz',
  idRegistry: '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b',
  keyRegistry: '0x00000000Fc1237824fb747aBDE0FF18990E59b7e',
} as const
