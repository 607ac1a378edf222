import type { Kysely } from 'kysely'

/** The tables. Times are milliseconds since the epoch, tokens and codes are stored as hashes only. */
export interface Schema {
  person: { id: string; created_at: number }
  /** How a person may be known: an email address, or an account of a provider. */
  identity: { provider: string; subject: string; person_id: string; name: string | null }
  /** A browser that a person has signed in with. */
  device: {
    id: string
    person_id: string
    token_hash: string
    description: string
    created_at: number
  }
  /** A login that is under way. */
  login: {
    id: string
    secret_hash: string
    purpose: LoginPurpose
    email: string
    /** The address to change to. */
    next_email: string | null
    origin: string
    person_id: string | null
    device_id: string | null
    description: string
    state: 'device' | 'code' | 'done' | 'void'
    code_hash: string | null
    link_hash: string | null
    tries: number
    bucket: string
    created_at: number
    expires_at: number
  }
  session: {
    id: string
    person_id: string
    device_id: string
    origin: string
    access_hash: string
    access_expires_at: number
    refresh_hash: string
    previous_hash: string | null
    created_at: number
    expires_at: number
    ended_at: number | null
    /** What was proven: `email`, `passkey`, `token`, or the name of a provider. Absent for sessions that are older than it. */
    provider: string | null
  }
  /** The addresses of a person's wallet, fixed when it is made. */
  wallet: { person_id: string; evm: string; solana: string; created_at: number }
  /** The server's share of one split of a key. Splits are added and removed, never changed. */
  share_set: {
    id: string
    person_id: string
    device_id: string | null
    key_id: string
    wrapped_key: string
    sealed: string
    created_at: number
  }
  /** The third share of a split, sealed by what only the person has. */
  recovery: {
    id: string
    person_id: string
    set_id: string
    kind: 'code' | 'passkey'
    /** Opaque: how to unseal it, and what is sealed. */
    sealed: string
    created_at: number
  }
  /** A login at a provider that is under way. */
  social_login: {
    state_hash: string
    secret_hash: string
    provider: string
    verifier: string
    nonce: string
    origin: string
    expires_at: number
    /** The app's page to lead back to, where there is no window to tell. */
    return_to: string | null
  }
  passkey: { id: string; person_id: string; public_key: string; counter: number; created_at: number }
  /** Something that must come back signed, once. */
  challenge: {
    secret_hash: string
    purpose: ChallengePurpose
    value: string
    origin: string
    person_id: string | null
    expires_at: number
  }
  rate: { key: string; window_start: number; count: number }
  pause: { key: string; until: number }
  audit: {
    id: string
    at: number
    event: string
    person_id: string | null
    origin: string | null
    detail: string
  }
}

export type ChallengePurpose = 'passkey-new' | 'passkey-login' | 'farcaster'
export type LoginPurpose = 'sign-in' | 'change-primary' | 'change-secondary'

export type Database = Kysely<Schema>
