import {
  AccountRoute,
  ConnectRoute,
  Navigation,
  NetworksRoute,
  WhatIsAWalletRoute,
} from '@latchkey/kernel/wallet'
import { type ReactNode, useRef } from 'react'
import { Contained } from '../contain/Contained.js'
import { IconButton } from '../components/IconButton.js'
import { BackIcon } from '../components/icons/BackIcon.js'
import { CloseIcon } from '../components/icons/CloseIcon.js'
import { NetworksClicked, WalletHelpClicked } from '../clickEvents.js'
import { HelpIcon } from '../components/icons/HelpIcon.js'
import { NetworkIcon } from '../components/NetworkIcon.js'
import { useAccount } from '../hooks/useAccount.js'
import { buttons } from '../messages/en/buttons.js'
import { shell } from '../messages/en/shell.js'
import { useMessages } from '../messages/useMessages.js'
import { SlotOutlet } from '../SlotOutlet.js'
import { ModalHeaderActions } from '../slots.js'
import { useEmit } from '../useEmit.js'
import { useService } from '../useService.js'
import { useShell } from '../useShell.js'
import { safeText } from '../utils/safeText.js'
import { useCanSwitchNetwork } from '../views/useCanSwitchNetwork.js'

export interface ModalHeaderProps {
  readonly titleId: string
  readonly title: string
  /** Name of the route that is shown. */
  readonly view: string
  /** How many entries the history has. */
  readonly depth: number
  readonly embedded: boolean
  /** News, in the place of the title. */
  readonly children: ReactNode
}

/** Back, help or the network on the left, the title in the middle, closing on the right. */
export function ModalHeader({
  titleId,
  title,
  view,
  depth,
  embedded,
  children,
}: ModalHeaderProps): ReactNode {
  const navigation = useService(Navigation)
  const messages = useMessages(shell)
  const { connect } = useShell()
  const hasGuide = connect.walletGuide !== false
  const emit = useEmit()
  return (
    <header className="lk-modal-header">
      <div className="lk-modal-header-start">
        {depth > 1 ? (
          <IconButton
            label={messages.back}
            icon={<BackIcon />}
            data-testid="header-back"
            onClick={() => navigation.back()}
          />
        ) : view === ConnectRoute.name && hasGuide ? (
          <IconButton
            label={messages.help}
            icon={<HelpIcon />}
            data-testid="lk-header-help"
            onClick={() => {
              emit(WalletHelpClicked, undefined)
              navigation.push(WhatIsAWalletRoute)
            }}
          />
        ) : view === AccountRoute.name ? (
          <Contained name="choice of the network">
            <NetworkSelector />
          </Contained>
        ) : null}
      </div>
      <Title id={titleId} text={title} />
      {children}
      <div className="lk-modal-header-end">
        <Contained name="actions of the header">
          <SlotOutlet slot={ModalHeaderActions} props={{ route: view }} />
        </Contained>
        {embedded ? null : (
          <IconButton
            label={messages.close}
            icon={<CloseIcon />}
            data-testid="lk-header-close"
            onClick={() => navigation.close()}
          />
        )}
      </div>
    </header>
  )
}

/** The old words fade out while the new ones fade in; drawn by the style sheet, so that they are in the page once. */
function Title({ id, text: given }: { readonly id: string; readonly text: string }) {
  // A view may be titled with the name of a wallet, which is a stranger's to choose.
  const text = safeText(given)
  const shown = useRef({ text, previous: '' })
  if (shown.current.text !== text) shown.current = { text, previous: shown.current.text }
  return (
    <h2 id={id} className="lk-modal-title" tabIndex={-1}>
      <span key={text} className="lk-modal-title-text" dir="auto" data-previous={shown.current.previous}>
        {text}
      </span>
    </h2>
  )
}

/** Offered when there is something to choose, or when the network is not one of the app's. */
function NetworkSelector() {
  const navigation = useService(Navigation)
  const emit = useEmit()
  const { network, networkId } = useAccount()
  const words = useMessages(buttons)
  const messages = useMessages(shell)
  if (!useCanSwitchNetwork()) return null
  const unlisted = networkId === undefined ? words.unknownNetwork : words.unsupportedNetwork
  const name = network?.name ?? unlisted
  return (
    <IconButton
      label={messages.network({ name })}
      icon={<NetworkIcon name={name} src={network?.icon} networkId={network?.id} size="sm" />}
      data-testid="lk-account-select-network"
      onClick={() => {
        emit(NetworksClicked, undefined)
        navigation.push(NetworksRoute)
      }}
    />
  )
}
