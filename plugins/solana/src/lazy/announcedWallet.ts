import { readField } from '@latchkey/kernel/chain'
import { plainText } from '@latchkey/kernel/plugin'
import type { SolanaWallet } from '../provider.js'

/** A registered wallet that can be used with Solana, its facts read once and made safe to show. */
export interface AnnouncedWallet {
  readonly name: string
  /** A `data:` picture, for `<img>` only. */
  readonly icon?: string
  readonly wallet: SolanaWallet
}

/** Characters of a data URI. */
const iconLength = 131_072
const iconPattern = /^data:image\/(?:png|gif|webp|svg\+xml|jpeg);base64,[a-z0-9+/=]+$/i
/** A wallet without any of these can do nothing that an app asks for. */
const usefulFeatures = [
  'solana:signTransaction',
  'solana:signAndSendTransaction',
  'solana:signMessage',
  'solana:signOffchainMessage',
  'solana:signIn',
]

/**
 * Reads a registered wallet, or answers `undefined` when it is not one for Solana. Wallets of other chains register by
 * the same events, so chains and features decide, never the name. Never throws.
 */
export function readAnnouncedWallet(value: unknown): AnnouncedWallet | undefined {
  try {
    const wallet = value as SolanaWallet
    // A wallet that one of our plugins registers for other libraries has its own entry in the modal.
    if ('isLatchkey' in wallet) return undefined
    const { name, icon, chains, features } = wallet
    if (typeof name !== 'string' || !Array.isArray(chains)) return undefined
    if (!chains.some((chain) => typeof chain === 'string' && chain.startsWith('solana:'))) return undefined
    if (typeof features['standard:connect']?.connect !== 'function') return undefined
    if (!usefulFeatures.some((feature) => feature in features)) return undefined
    const shown = plainText(name)
    const safeIcon = typeof icon === 'string' && icon.length <= iconLength && iconPattern.test(icon)
    return { name: shown || 'Solana wallet', wallet, ...(safeIcon ? { icon } : {}) }
  } catch {
    return undefined
  }
}

/** Calls back when the wallet says that its chains or features changed. Never throws; returns the end of it. */
export function onCapabilityChange(value: unknown, changed: () => void): () => void {
  try {
    const off = (value as SolanaWallet).features['standard:events']?.on('change', (change) => {
      // What cannot be looked at throws here, into the wallet's own code.
      if (readField(change, 'chains') || readField(change, 'features')) changed()
    })
    return () => {
      try {
        off?.()
      } catch {
        // The wallet's own fault at its own end; there is nothing left to hear from it.
      }
    }
  } catch {
    return () => {}
  }
}
