import { useCallback } from 'react'
import { useWords } from './messages/useWords.js'
import { useConnectors } from './useConnectors.js'
import { safeText } from './utils/safeText.js'

/**
 * Returns how a wallet is called where a person reads it: its own name, made safe to show and at most 32 characters long,
 * or the app's words where its connector has no name of its own. Give it the name that a connector, a connection or a
 * recent wallet carries.
 *
 * @example
 * const walletName = useWalletName()
 * return <p>{messages.confirmIn({ wallet: walletName(connection.name) })}</p>
 */
export function useWalletName(): (name: string) => string {
  const connectors = useConnectors()
  const say = useWords()
  return useCallback(
    (name) => {
      const label = connectors.find((connector) => connector.name === name)?.label
      return safeText(label === undefined ? name : say(label), 32)
    },
    [connectors, say],
  )
}
