import { ConnectorError } from '@latchkey/kernel/plugin'
import type { WalletAccess } from '../walletAccess.js'

/**
 * The version of transaction to build. Legacy where the wallet has it: hardware keys read it the furthest back, and a
 * transfer needs no lookup table.
 *
 * @throws ConnectorError `WALLET_FEATURE_MISSING` when the wallet can neither sign nor send,
 *   `WALLET_VERSION_UNSUPPORTED` when it lists no version that is known here.
 */
export function signingVersion(wallet: WalletAccess): 'legacy' | 0 {
  const { supportedTransactionVersions: versions } = signerOf(wallet)
  const known = (['legacy', 0] as const).find(
    (version) => Array.isArray(versions) && versions.includes(version),
  )
  if (known !== undefined) return known
  throw new ConnectorError(`${wallet.name} can’t sign this kind of transaction.`, {
    code: 'WALLET_VERSION_UNSUPPORTED',
    parameters: { wallet: wallet.name },
    metaMessages: [`The wallet lists: ${String(versions)}.`],
  })
}

/**
 * What a wallet signs transactions with.
 *
 * @throws ConnectorError `WALLET_FEATURE_MISSING` when it can neither sign nor send.
 */
export function signerOf(wallet: WalletAccess): { readonly supportedTransactionVersions: unknown } {
  const name = wallet.has('solana:signTransaction')
    ? 'solana:signTransaction'
    : 'solana:signAndSendTransaction'
  return wallet.feature(name, 'send')
}
