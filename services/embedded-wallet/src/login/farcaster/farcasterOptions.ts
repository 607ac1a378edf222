import type { Address } from 'viem'

export interface FarcasterOptions {
  /** A node of OP Mainnet, where Farcaster records the owner of each id. It also checks signatures of contract accounts. */
  readonly rpcUrl: string
  /**
   * The relay that carries the request to the person's phone and the signature back. The service
   * trusts only what the signature proves, except for the person's display name.
   *
   * @default 'https://relay.farcaster.xyz'
   */
  readonly relay?: string
  /** The contract that maps an owner to their id. @default Farcaster's own on OP Mainnet */
  readonly idRegistry?: Address
  /** The contract that lists which other addresses may sign in for an id. @default Farcaster's own on OP Mainnet */
  readonly keyRegistry?: Address
}

/** Published by Farcaster: https://docs.farcaster.xyz/reference/contracts/deployments */
export const farcasterDefaults = {
  relay: 'https://relay.farcaster.xyz',
  idRegistry: '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b',
  keyRegistry: '0x00000000Fc1237824fb747aBDE0FF18990E59b7e',
} as const
