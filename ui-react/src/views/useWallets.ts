import { AllWalletsRoute, Navigation, Session } from '@latchkey/kernel/wallet'
import type { NamespaceId } from '@latchkey/kernel/plugin'
import { useMemo } from 'react'
import { useSnapshot } from '../useSnapshot.js'
import { listWallets, type WalletEntry } from '../connectOrder.js'
import { useConnectors } from '../useConnectors.js'
import { readWalletRule } from '../contain/readWalletRule.js'
import { useNamespaces } from '../useNamespaces.js'
import { useSoundContributions } from '../useSoundContributions.js'
import { useService } from '../useService.js'
import { useShell } from '../useShell.js'
import { WalletRules } from '../walletRules.js'
import { isMobile } from '../utils/isMobile.js'

/** The rows of the wallet list, kept up to date. */
export function useWallets(namespace?: NamespaceId): readonly WalletEntry[] {
  const { connect } = useShell()
  const connectors = useConnectors()
  const known = useNamespaces()
  const rules = useSoundContributions(WalletRules, readWalletRule)
  const hasDirectory = useService(Navigation).draws(AllWalletsRoute.name)
  const { connections, recent } = useSnapshot(useService(Session).state)
  return useMemo(
    () =>
      listWallets({
        connectors,
        connections,
        recent,
        namespaces: known.map((entry) => entry.id),
        namespace,
        options: connect,
        mobile: isMobile(),
        hasDirectory,
        rules,
      }),
    [connectors, connections, recent, known, namespace, connect, hasDirectory, rules],
  )
}
