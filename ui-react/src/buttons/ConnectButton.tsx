import type { NamespaceId } from '@latchkey/kernel/plugin'
import type { ReactNode } from 'react'
import { Button } from '../components/Button.js'
import { Spinner } from '../components/Spinner.js'
import { useAccount, type UseAccountResult } from '../hooks/useAccount.js'
import { useModal } from '../hooks/useModal.js'
import { buttons } from '../messages/en/buttons.js'
import { useMessages } from '../messages/useMessages.js'
import { useChunk } from '../useChunk.js'
import { useShell } from '../useShell.js'
import { AccountFace, type AccountFaceProps } from './AccountFace.js'
import { ButtonBoundary } from './ButtonBoundary.js'
import { ShellRoot } from './ShellRoot.js'
import { usePrefetch } from './usePrefetch.js'

export interface ConnectButtonProps
  extends Pick<AccountFaceProps, 'balance' | 'charsStart' | 'charsEnd' | 'disabled'> {
  /** Default 'Connect wallet'. */
  readonly label?: string
  /** Shown while a wallet is being connected. Default 'Connecting…'. */
  readonly loadingLabel?: string
  /** Default `md`. */
  readonly size?: 'md' | 'sm'
  /** Connects, and shows the account of, this namespace. Default any. */
  readonly namespace?: NamespaceId
}

export interface ConnectButtonState {
  readonly account: UseAccountResult
  /** `failed`: the modal's code could not be loaded; opening tries again. */
  readonly status: 'disconnected' | 'connecting' | 'connected' | 'failed'
  /** Opens the ways to connect, or the account when one is connected. */
  open(): void
  /** Loads the modal's code ahead of a press; call it on pointerenter and focus. */
  prefetch(): void
}

function useConnectButton(namespace?: NamespaceId): ConnectButtonState {
  const { modal } = useShell()
  const chunk = useChunk(modal)
  const account = useAccount(namespace === undefined ? {} : { namespace })
  const controls = useModal()
  // While the modal is open, it says what is waited for: a code that nobody has scanned yet, say.
  const waiting = account.status === 'reconnecting' || (account.status === 'connecting' && !controls.isOpen)
  return {
    account,
    status: account.isConnected
      ? 'connected'
      : chunk.status === 'failed'
        ? 'failed'
        : waiting
          ? 'connecting'
          : 'disconnected',
    open: () => void (namespace === undefined ? controls.open() : controls.openFor(namespace)),
    prefetch: () => modal.load(),
  }
}

/** Opens the ways to connect; once connected it is an `AccountButton`. */
export function ConnectButton(props: ConnectButtonProps): ReactNode {
  return (
    <ButtonBoundary>
      <ConnectButtonBody {...props} />
    </ButtonBoundary>
  )
}

function ConnectButtonBody(props: ConnectButtonProps): ReactNode {
  const { label, loadingLabel, size = 'md', namespace, disabled, ...accountProps } = props
  const { account, status, open } = useConnectButton(namespace)
  const messages = useMessages(buttons)
  const prefetch = usePrefetch()
  const shared = { ...accountProps, ...(namespace === undefined ? {} : { namespace }) }
  if (status === 'connected' || account.claimedAddress !== undefined)
    return <AccountFace {...shared} disabled={disabled} />
  const words = {
    disconnected: label ?? messages.connect,
    connecting: loadingLabel ?? messages.connecting,
    failed: messages.loadFailed,
  }[status]
  return (
    <ShellRoot>
      <Button
        {...prefetch}
        size={size}
        disabled={disabled}
        icon={status === 'connecting' ? <Spinner /> : undefined}
        aria-busy={status === 'connecting' || undefined}
        data-lk-button=""
        data-testid="connect-button"
        onClick={open}
      >
        {words}
      </Button>
    </ShellRoot>
  )
}

export interface ConnectButtonCustomProps {
  readonly namespace?: NamespaceId | undefined
  children(state: ConnectButtonState): ReactNode
}

/** The same behaviour under the host's own markup. */
ConnectButton.Custom = function ConnectButtonCustom({ namespace, children }: ConnectButtonCustomProps) {
  return children(useConnectButton(namespace))
}
