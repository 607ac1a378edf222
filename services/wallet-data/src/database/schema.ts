import type { Kysely } from 'kysely'

/**
 * The tables. Amounts are decimal strings of the smallest unit: neither database has an integer of 256 bits. Addresses
 * are in the canonical form of their chain, times in milliseconds since the epoch. An asset of '' is the native coin,
 * a token id of '' is no collectible.
 */
export interface Schema {
  block: { network_id: string; height: number; hash: string }
  /** How far a chain that has no blocks to follow was read, in the chain's own words. */
  position: { network_id: string; value: string }
  /** How the reading of a chain goes, as the process that reads it says. */
  index_state: { network_id: string; height: number | null; is_caught_up: number; problem: string | null }
  /** Nobody knows whose they are: their accounts are part of what can't be read. */
  unread_transaction: { network_id: string; id: string; height: number; position: number; mined_at: number }
  chain_transaction: {
    network_id: string
    id: string
    height: number
    sender: string | null
    receiver: string | null
    is_failed: number
    operation: string | null
    nonce: number
    /** In the smallest unit of the native coin. */
    fee: string | null
  }
  /** What moved in a transaction. A side is null where the chain does not say who it was. */
  movement: {
    network_id: string
    transaction_id: string
    position: number
    height: number
    asset: string
    token_id: string
    sender: string | null
    receiver: string | null
    amount: string
  }
  /** Who took part in a transaction: one row for each address, in the order of the history. */
  account_transaction: {
    address: string
    network_id: string
    mined_at: number
    height: number
    position: number
    transaction_id: string
  }
  balance: { network_id: string; address: string; asset: string; token_id: string; amount: string }
  asset: {
    network_id: string
    address: string
    kind: AssetKind
    name: string
    symbol: string
    decimals: number
  }
  collectible: {
    network_id: string
    address: string
    token_id: string
    name: string
    picture: string | null
  }
  registered_name: {
    name: string
    attributes: string
    registered_at: number
    updated_at: number
    owner_coin_type: number
    /** Seconds since the epoch, as the newest message says that changed the name. */
    signed_at: number
  }
  name_address: { name: string; coin_type: number; address: string; created_at: number }
  analytics_event: {
    id: string
    project_id: string
    received_at: number
    origin: string | null
    body: string
  }
}

export type AssetKind = 'fungible' | 'collectible'

export type Database = Kysely<Schema>
