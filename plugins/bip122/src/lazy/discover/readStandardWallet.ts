import { readField } from '@latchkey/kernel/chain'
import { copyList } from '@latchkey/kernel/chain'
import { describeWallet, type FoundWallet } from '../foundWallet.js'
import { chainLimit, featureOf, isBitcoinChain, type StandardWallet } from '../standardWallet.js'

/**
 * Reads a wallet registered by Wallet Standard, or answers `undefined` when it is not one for Bitcoin. Wallets of other
 * chains register by the same events, so chains and features decide, never the name. Never throws.
 */
export function readStandardWallet(value: unknown): FoundWallet | undefined {
  try {
    const wallet = value as StandardWallet
    const { name, icon, chains, features } = wallet
    if (!copyList(chains, chainLimit)?.some(isBitcoinChain)) return undefined
    const feature = featureOf(wallet, 'bitcoin:connect') ?? featureOf(wallet, 'standard:connect')
    if (typeof feature?.['connect'] !== 'function') return undefined
    if (!Object.keys(features).some((key) => key.startsWith('bitcoin:sign'))) return undefined
    return describeWallet(name, icon, { group: 'announced', dialect: 'standard', target: wallet })
  } catch {
    return undefined
  }
}

/** Calls back when the wallet says that its chains or features changed. Never throws; returns the end of it. */
export function onCapabilityChange(value: unknown, changed: () => void): () => void {
  try {
    const off = featureOf(value as StandardWallet, 'standard:events')?.['on']?.(
      'change',
      (change: unknown) => {
        // What cannot be looked at throws here, into the wallet's own code.
        if (readField(change, 'chains') || readField(change, 'features')) changed()
      },
    )
    return () => {
      try {
        ;(off as (() => void) | undefined)?.()
      } catch {
        // The wallet's own fault at its own end; there is nothing left to hear from it.
      }
    }
  } catch {
    return () => {}
  }
}
