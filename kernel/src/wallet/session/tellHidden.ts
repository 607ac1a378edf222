import type { ConnectorContribution } from '../../contracts/points/connector.js'
import type { Words } from '../../contracts/words.js'
import type { SessionCore } from './sessionCore.js'
import type { ConnectionRecord } from './sessionState.js'
import { connectorsOf } from './walletParts.js'

/** Whether a connector can listen to a wallet that shares nothing, and take its session up again. */
export const isListening = ({ listen, restore }: ConnectorContribution): boolean =>
  listen !== undefined && restore !== undefined

/** Whether a wallet that shares nothing any more is listened to, and its session taken up once it tells accounts. */
export function isListenedTo(core: SessionCore, entry: ConnectionRecord): boolean {
  return core.followHidden !== undefined && canBeListenedTo(core, entry)
}

/**
 * Listens to a wallet that left by itself, and tells the person. Only of wallets that can be listened to: others are ended by the person, in another
 * tab or in the wallet. Stays on screen until the wallet is back, or is waited for no more.
 */
export function tellHidden(core: SessionCore, entry: ConnectionRecord): void {
  core.followHidden?.()
  if (!canBeListenedTo(core, entry)) return
  const notifications = core.options.notifications?.()
  // One wallet may have several connections, and locks once.
  const id = `latchkey.hidden.${entry.name}`
  const waits = core.listening.get(entry.id)
  notifications?.toast(wordsOf(entry.name, waits !== undefined), {
    id,
    ...(waits ? { duration: Number.POSITIVE_INFINITY } : {}),
  })
  waits?.signal.addEventListener('abort', () => notifications?.dismissToast(id), { once: true })
}

function canBeListenedTo({ options }: SessionCore, { connectorId }: ConnectionRecord): boolean {
  return connectorsOf(options.connectors(), connectorId).some(isListening)
}

function wordsOf(wallet: string, returns: boolean): Words {
  const parameters = { wallet }
  return returns
    ? {
        ...{ section: 'notices', key: 'WALLET_LOCKED', parameters },
        text: `${wallet} is locked or shares no account any more. Unlock it to continue.`,
      }
    : {
        ...{ section: 'notices', key: 'WALLET_HIDDEN', parameters },
        text: `${wallet} shares no account any more. Connect it again to continue.`,
      }
}
