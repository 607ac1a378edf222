import { useCallback } from 'react'
import { isExcluded } from './connectOrder.js'
import { useShell } from './useShell.js'
import type { FoundWallet } from './walletRules.js'

/** Asks whether the host excluded a wallet (`connect.exclude`), for plugins that list wallets of their own. */
export function useIsExcluded(): (wallet: FoundWallet) => boolean {
  const { exclude } = useShell().connect
  return useCallback((wallet) => isExcluded(wallet, exclude), [exclude])
}
