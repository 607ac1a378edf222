/**
 * Every version of transaction that is read here, with the bytes that it may have. A further one is one line, and what
 * reads its form.
 */
const versions = [
  { version: 'legacy', limit: 1_232 },
  { version: 0, limit: 1_232 },
  // SIMD-0385 and SIMD-0296, on the main network since 2026-09-15.
  { version: 1, limit: 4_096 },
] as const

export type TransactionVersion = (typeof versions)[number]['version']

/** The newest version that a node is asked for (`maxSupportedTransactionVersion`): it refuses to answer with a newer transaction. */
export const newestVersion: number = Math.max(
  ...versions.flatMap(({ version }) => (version === 'legacy' ? [] : [version])),
)

/** Bytes that a transaction of a version may have; `undefined` for a version that is not read. */
export const limitOf = (version: number | 'legacy'): number | undefined =>
  versions.find((one) => one.version === version)?.limit

/**
 * Versions that every wallet of a session signs. WalletConnect has no way for a wallet to say more, and those that can't read a
 * version would show nothing of it.
 */
export const remoteVersions = ['legacy', 0] as const satisfies readonly TransactionVersion[]
