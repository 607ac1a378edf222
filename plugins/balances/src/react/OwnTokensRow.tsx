import type { NamespaceId } from '@latchkey/kernel/plugin'
import { Navigation } from '@latchkey/kernel/wallet'
import { CoinsIcon, ListRow, useKernel, useMessages, useService } from '@latchkey/ui-react'
import { OwnTokens, OwnTokensRoute } from '../OwnTokensService.js'
import { balancesMessages } from './messages.js'

/** Leads to the view for adding and hiding tokens, where the host lists `ownTokens`. */
export function OwnTokensRow({ namespace }: { readonly namespace: NamespaceId }) {
  const messages = useMessages(balancesMessages)
  const navigation = useService(Navigation)
  if (!useKernel().find(OwnTokens)) return null
  return (
    <ListRow
      leading={
        <span className="lk-row-icon">
          <CoinsIcon />
        </span>
      }
      title={messages.addOrHide}
      chevron
      testId="balances-own-tokens"
      onClick={() => navigation.push(OwnTokensRoute, { namespace })}
    />
  )
}
