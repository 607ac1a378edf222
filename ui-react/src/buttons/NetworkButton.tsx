import { NetworksRoute } from '@latchkey/kernel/wallet'
import type { NamespaceId } from '@latchkey/kernel/plugin'
import type { ReactNode } from 'react'
import { NetworksClicked } from '../clickEvents.js'
import { Button } from '../components/Button.js'
import { WarningIcon } from '../components/icons/WarningIcon.js'
import { NetworkIcon } from '../components/NetworkIcon.js'
import { Spinner } from '../components/Spinner.js'
import { useModal } from '../hooks/useModal.js'
import { useNetwork, type UseNetworkResult } from '../hooks/useNetwork.js'
import { buttons } from '../messages/en/buttons.js'
import { useMessages } from '../messages/useMessages.js'
import { useEmit } from '../useEmit.js'
import { useShell } from '../useShell.js'
import { safeText } from '../utils/safeText.js'
import { ButtonBoundary } from './ButtonBoundary.js'
import { ShellRoot } from './ShellRoot.js'
import { usePrefetch } from './usePrefetch.js'

export interface NetworkButtonProps {
  readonly disabled?: boolean | undefined
  /** Default: the network's name, 'Unsupported network' or 'Select network'. */
  readonly label?: string | undefined
  /** Default the active namespace. */
  readonly namespace?: NamespaceId | undefined
}

export interface NetworkButtonState {
  readonly network: UseNetworkResult
  open(): void
}

function useNetworkButton(namespace?: NamespaceId): NetworkButtonState {
  const options = namespace === undefined ? undefined : { namespace }
  const { open } = useModal()
  const emit = useEmit()
  return {
    network: useNetwork(options),
    open() {
      emit(NetworksClicked, undefined)
      void open(NetworksRoute, options)
    },
  }
}

/** The active network; opens the Networks view. */
export function NetworkButton(props: NetworkButtonProps): ReactNode {
  return (
    <ButtonBoundary>
      <NetworkButtonBody {...props} />
    </ButtonBoundary>
  )
}

function NetworkButtonBody({ disabled, label, namespace }: NetworkButtonProps): ReactNode {
  const { network: state, open } = useNetworkButton(namespace)
  const messages = useMessages(buttons)
  const prefetch = usePrefetch()
  const { network, status, switching } = state
  const { networkSwitch } = useShell()
  const isFixed = !networkSwitch && status === 'supported'
  const isWrong = status === 'unsupported' || network?.closed !== undefined
  const name =
    status === 'supported'
      ? safeText(network.name, 32)
      : status === 'unsupported'
        ? messages.unsupportedNetwork
        : messages.selectNetwork
  const icon =
    switching !== undefined ? (
      <Spinner />
    ) : network ? (
      <NetworkIcon name={network.name} src={network.icon} networkId={network.id} size="xs" />
    ) : status === 'unsupported' ? (
      <WarningIcon />
    ) : undefined
  return (
    <ShellRoot>
      <Button
        {...prefetch}
        variant="secondary"
        data-tone={isWrong ? 'warning' : undefined}
        disabled={disabled || isFixed}
        icon={icon}
        aria-busy={switching !== undefined || undefined}
        data-lk-button="network"
        data-testid="lk-network-button"
        onClick={open}
      >
        {label ?? name}
      </Button>
    </ShellRoot>
  )
}

export interface NetworkButtonCustomProps {
  readonly namespace?: NamespaceId | undefined
  children(state: NetworkButtonState): ReactNode
}

/** The same behaviour under the host's own markup. */
NetworkButton.Custom = function NetworkButtonCustom({ namespace, children }: NetworkButtonCustomProps) {
  return children(useNetworkButton(namespace))
}
