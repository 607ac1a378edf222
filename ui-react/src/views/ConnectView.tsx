import { type ConnectRoute, Navigation } from '@latchkey/kernel/wallet'
import type { RouteParams } from '@latchkey/kernel/plugin'
import { Fragment } from 'react'
import { ListRow } from '../components/ListRow.js'
import { WalletSymbolIcon } from '../components/icons/WalletSymbolIcon.js'
import { Skeleton } from '../components/Skeleton.js'
import { ContributedView } from '../ContributedView.js'
import { hasInstalledWallet, orderMethods } from '../connectOrder.js'
import { connect } from '../messages/en/connect.js'
import { useMessages } from '../messages/useMessages.js'
import type { RouteViewProps } from '../routeView.js'
import { ConnectWalletsRoute } from '../shellRoutes.js'
import { ConnectMethods } from '../slots.js'
import { useService } from '../useService.js'
import { useShell } from '../useShell.js'
import { useSlotViews } from '../useSlotViews.js'
import { ConnectPage } from './ConnectPage.js'
import { useWallets } from './useWallets.js'
import { WalletList } from './WalletList.js'
import { RowIcon } from './RowIcon.js'

/** The ways to connect: wallets, and what plugins add such as email and social logins. */
export default function ConnectView({ params }: RouteViewProps<RouteParams<typeof ConnectRoute>>) {
  const { connect: options } = useShell()
  const messages = useMessages(connect)
  const views = useSlotViews(ConnectMethods.id)
  const known = useWallets(params?.namespace)
  const wallets = options.wallets === false ? [] : known
  const methods = orderMethods({
    viewIds: views.map((view) => view.id),
    hasWallets: wallets.length > 0 || views.length === 0,
    hasInstalledWallet: hasInstalledWallet(wallets),
    order: options.methodsOrder,
  })
  return (
    <ConnectPage>
      {methods.map(({ id, separated }) => {
        const view = views.find((candidate) => candidate.id === id)
        return (
          <Fragment key={id}>
            {separated ? (
              <div className="lk-separator" data-testid="lk-separator">
                <span className="lk-separator-word">{messages.or}</span>
              </div>
            ) : null}
            {view ? (
              <ContributedView
                view={view}
                props={{}}
                // Each way is a field or buttons of this height.
                loading={
                  <span className="lk-field-box" aria-hidden="true">
                    <Skeleton width="half" />
                  </span>
                }
              />
            ) : options.collapseWallets && views.length > 0 ? (
              <ContinueWithWallet />
            ) : (
              <WalletList wallets={wallets} namespace={params?.namespace} />
            )}
          </Fragment>
        )
      })}
    </ConnectPage>
  )
}

function ContinueWithWallet() {
  const messages = useMessages(connect)
  const navigation = useService(Navigation)
  return (
    <ListRow
      leading={
        <RowIcon>
          <WalletSymbolIcon />
        </RowIcon>
      }
      title={messages.continueWithWallet}
      chevron
      testId="lk-collapse-wallets-button"
      onClick={() => navigation.push(ConnectWalletsRoute)}
    />
  )
}
