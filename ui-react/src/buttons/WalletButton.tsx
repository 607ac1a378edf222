import { ConnectRoute, Navigation } from '@latchkey/kernel/wallet'
import { KernelError, type NamespaceId } from '@latchkey/kernel/plugin'
import type { ListedWallet } from '@latchkey/kernel/contracts'
import { type ReactNode, useEffect, useMemo } from 'react'
import { Button } from '../components/Button.js'
import { WalletIcon } from '../components/WalletIcon.js'
import type { WalletEntry } from '../connectOrder.js'
import { ContributedView } from '../ContributedView.js'
import { attemptCall } from '../contain/attemptCall.js'
import { readFeature } from '../contain/readFeature.js'
import { useModal } from '../hooks/useModal.js'
import { buttons } from '../messages/en/buttons.js'
import { useMessages } from '../messages/useMessages.js'
import { useWords } from '../messages/useWords.js'
import { useConnectors } from '../useConnectors.js'
import { useService } from '../useService.js'
import { useShell } from '../useShell.js'
import { useSoundContributions } from '../useSoundContributions.js'
import { savesData } from '../shell/savesData.js'
import { nextFrame } from '../utils/nextFrame.js'
import { safeText } from '../utils/safeText.js'
import { useWalletName } from '../useWalletName.js'
import { ConnectorIcon } from '../views/ConnectorIcon.js'
import { openWallet } from '../views/openWallet.js'
import { useWallets } from '../views/useWallets.js'
import { ButtonBoundary } from './ButtonBoundary.js'
import { ShellRoot } from './ShellRoot.js'
import { type ConnectWay, ConnectWays } from '../connectWays.js'
import { useListedWallet } from './useListedWallet.js'
import { usePrefetch } from './usePrefetch.js'

export interface WalletButtonProps {
  /**
   * Its reverse-domain id (`io.metamask`), id in the list of wallets, connector id, or name; or a way to connect that a plugin
   * adds: `email`, `google`.
   */
  readonly wallet: string
  /** Connects only this namespace. Default: all that the wallet supports and the app lists. */
  readonly namespace?: NamespaceId | undefined
  /** Default: the wallet's name. */
  readonly label?: string | undefined
  /** Default `md`. */
  readonly size?: 'md' | 'sm' | undefined
  readonly disabled?: boolean | undefined
}

export interface WalletButtonState {
  /** The wallet's name, safe to show. The given id until the wallet is found. */
  readonly name: string
  /** `installed` in this page, `listed` when it can be paired, `connected`, else `unknown`, when a press shows all ways. */
  readonly status: 'installed' | 'listed' | 'connected' | 'unknown'
  readonly icon: ReactNode
  open(): void
  /** Loads the modal's code before a press. Call it on pointerenter and focus. */
  prefetch(): void
}

/**
 * Connects one wallet with one press: the installed one, else by pairing, and on a phone by opening its app. When two wallets
 * claim the same id or name, the person sees both, and neither is asked.
 *
 * @example
 * <WalletButton wallet="io.metamask" />
 */
export function WalletButton(props: WalletButtonProps): ReactNode {
  return (
    <ButtonBoundary>
      <WalletButtonBody {...props} />
    </ButtonBoundary>
  )
}

function WalletButtonBody({ wallet, namespace, label, size = 'md', disabled }: WalletButtonProps): ReactNode {
  const { name, icon, status, open } = useWalletButton(wallet, namespace)
  const prefetch = usePrefetch()
  return (
    <ShellRoot>
      <Button
        {...prefetch}
        variant="secondary"
        size={size}
        disabled={disabled}
        icon={icon}
        data-lk-button=""
        data-status={status}
        data-testid="wallet-button"
        onClick={open}
      >
        {label ?? name}
      </Button>
    </ShellRoot>
  )
}

export interface WalletButtonCustomProps extends Pick<WalletButtonProps, 'wallet' | 'namespace'> {
  children(state: WalletButtonState): ReactNode
}

/** The same behaviour under the host's own markup. */
WalletButton.Custom = function WalletButtonCustom({ wallet, namespace, children }: WalletButtonCustomProps) {
  return children(useWalletButton(wallet, namespace))
}

function useWalletButton(given: string, namespace?: NamespaceId): WalletButtonState {
  const prefetch = usePrefetch().onFocus
  const { connecting, report } = useShell()
  const isNamed = typeof given === 'string' && given !== ''
  useEffect(() => {
    if (!isNamed) report('A WalletButton names no wallet, so it shows all of them.', walletNotNamed())
  }, [isNamed, report])
  const wallet = isNamed ? given : ''
  // A press leads straight to a wallet, whose own window may open in the press only.
  useEffect(() => {
    if (!savesData()) void nextFrame().then(connecting.load)
  }, [connecting])
  const way = useConnectWay(wallet)
  const listed = useWalletOnPage(wallet, namespace)
  return { ...(way ?? listed), prefetch }
}

/** From code without types. The button stays, and leads to every wallet. */
function walletNotNamed(): KernelError {
  return new KernelError('WalletButton needs a wallet: <WalletButton wallet="io.metamask" />.', {
    code: 'WALLET_NOT_NAMED',
  })
}

type ButtonState = Omit<WalletButtonState, 'prefetch'>

function useWalletOnPage(wallet: string, namespace?: NamespaceId): ButtonState {
  const { draws } = useService(Navigation)
  const messages = useMessages(buttons)
  const walletName = useWalletName()
  const controls = useModal()
  const entries = useWallets(namespace)
  const named = wallet === '' ? [] : entries.filter((entry) => isMeant(entry, wallet))
  const record = useListedWallet(named.length > 0 || wallet === '' ? undefined : wallet)
  // A list may know a wallet of the page by another name than its own: `trust`.
  const found = record ? entries.filter((entry) => isMeant(entry, record.id, record.name)) : named
  // When two wallets claim this id, only the person can choose.
  const entry = found.length === 1 && !found[0]?.isClaimed ? found[0] : undefined
  const pair = usePairing(record)
  const choices = namespace === undefined ? undefined : { namespace }
  const isConnected = entry?.tag === 'connected'
  return {
    name: wallet === '' ? messages.connect : walletName(entry?.name ?? record?.name ?? wallet),
    status: isConnected ? 'connected' : entry ? 'installed' : pair ? 'listed' : 'unknown',
    icon: entry ? (
      <ConnectorIcon name={entry.name} icon={entry.icon} connectors={entry.connectors} size="sm" />
    ) : (
      <WalletIcon name={record?.name ?? wallet} src={record?.icon} walletId={record?.id} size="sm" />
    ),
    open() {
      if (isConnected) controls.open()
      else if (entry) openWallet({ draws, push: controls.open }, entry, namespace)
      else if (pair) pair()
      else controls.open(ConnectRoute, choices)
    },
  }
}

/** A way to connect that the host named. A wallet on the page can't take its place by calling itself the same. */
function useConnectWay(wallet: string): ButtonState | undefined {
  const { modal, report } = useShell()
  const controls = useModal()
  const say = useWords()
  const ways = useSoundContributions(ConnectWays, readFeature)
  const way = ways.find(({ id }) => id === wallet.toLowerCase())
  if (!way) return undefined
  const name = safeText(say(way.label), 40)
  return {
    name,
    status: 'listed',
    icon: <WayIcon way={way} name={name} />,
    open() {
      modal.load()
      const onFault = (error: unknown) => report(`The way to connect "${way.id}" could not be opened.`, error)
      if (attemptCall(way.open, false, onFault) === false) controls.open(ConnectRoute)
    },
  }
}

function WayIcon({ way: { id, icon }, name }: { readonly way: ConnectWay; readonly name: string }) {
  const view = useMemo(() => icon && { id: `${id}.icon`, slot: 'connectWay.icon', load: icon }, [id, icon])
  const own = <WalletIcon name={name} size="sm" />
  return view ? <ContributedView view={view} props={{}} loading={own} instead={own} /> : own
}

/** Whether a listed wallet is the one that the host named. */
function isMeant({ connectors, name }: WalletEntry, ...wanted: readonly string[]): boolean {
  const ids = connectors.flatMap(({ id, rdns, walletId }) => [id, rdns, walletId])
  const known = [name, ...ids].map((id) => id?.toLowerCase())
  return wanted.some((wallet) => known.includes(wallet.toLowerCase()))
}

/** Opens the view that pairs with a listed wallet. `undefined` without the wallet, or without a connector that pairs. */
function usePairing(record: ListedWallet | undefined): (() => void) | undefined {
  const { draws } = useService(Navigation)
  const { open } = useModal()
  const connector = useConnectors().find(
    ({ group, route }) => group === 'walletConnect' && route !== undefined && draws(route.name),
  )
  const route = connector?.route
  return record && route && (() => void open(route, { connectorId: connector.id, wallet: record }))
}
