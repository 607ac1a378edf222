import { GetWalletRoute, Navigation } from '@latchkey/kernel/wallet'
import { ListRow } from '../components/ListRow.js'
import { SkeletonRow } from '../components/SkeletonRow.js'
import { WalletSymbolIcon } from '../components/icons/WalletSymbolIcon.js'
import { ContributedView } from '../ContributedView.js'
import { orderMethods } from '../connectOrder.js'
import { guide } from '../messages/en/guide.js'
import { useMessages } from '../messages/useMessages.js'
import { ConnectMethods } from '../slots.js'
import { useService } from '../useService.js'
import { useShell } from '../useShell.js'
import { useSlotViews } from '../useSlotViews.js'
import { ConnectPage } from './ConnectPage.js'
import { RowIcon } from './RowIcon.js'

/** The Connect view for a person without a wallet: logins that make one, and the way to wallets to install. */
export default function CreateView() {
  const { connect: options } = useShell()
  const messages = useMessages(guide)
  const navigation = useService(Navigation)
  const views = useSlotViews(ConnectMethods.id)
  const methods = orderMethods({
    viewIds: views.map((view) => view.id),
    hasWallets: false,
    hasInstalledWallet: false,
    order: options.methodsOrder,
  })
  return (
    <ConnectPage>
      <p className="lk-hint">{messages.createText}</p>
      {methods.map(({ id }) => {
        const view = views.find((candidate) => candidate.id === id)
        return view ? (
          <ContributedView
            key={id}
            view={view}
            props={{}}
            loading={<SkeletonRow leading="none" subtitle={false} />}
          />
        ) : null
      })}
      <ListRow
        leading={
          <RowIcon>
            <WalletSymbolIcon />
          </RowIcon>
        }
        title={messages.createInstead}
        chevron
        testId="lk-create-instead"
        onClick={() => navigation.push(GetWalletRoute)}
      />
    </ConnectPage>
  )
}
