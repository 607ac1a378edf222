/**
 * Where the key that protects all others is kept: a file, or a key-management service. It wraps a fresh key for each share
 * and never sees the share.
 */
export interface KeyManagement {
  /** Wraps a key of 32 bytes. `context` must be given again to unwrap it. */
  wrap(key: Uint8Array, context: string): Promise<{ readonly keyId: string; readonly wrapped: Uint8Array }>
  /** @throws when the key is not known, or the wrapped key or its context was changed */
  unwrap(keyId: string, wrapped: Uint8Array, context: string): Promise<Uint8Array>
  /** 32 bytes that stay the same for `purpose` as long as the service lives. For keyed hashes. */
  derive(purpose: string): Promise<Uint8Array>
}
