import { BaseError, type Clock, wait } from '@latchkey/kernel/plugin'
import type { NotificationsService } from '@latchkey/kernel/wallet'
import type { SafeLink } from './createSafeLink.js'
import { type SafeTransaction, signatureSchema, transactionSchema } from './safeSchemas.js'

/** What the owners of a Safe decide, which takes as long as they take. */
export interface Owners {
  /** How a transaction stands now, and whether more looks can't tell more. @throws BaseError as of `SafeLink.ask` */
  read(safeTxHash: string): Promise<SafeTransaction & { readonly isOver: boolean }>
  /** Hash of the transaction on the chain, once one carries it. @throws BaseError `SAFE_TRANSACTION_CANCELLED`, `SAFE_TRANSACTION_UNNAMED` */
  executed(safeTxHash: string): Promise<string>
  /** The signature, once enough owners have signed. */
  signed(messageHash: string): Promise<string>
  /** Takes what is told off the page. */
  stop(): void
}

export interface OwnersTools {
  readonly link: SafeLink
  readonly clock: Clock
  readonly notifications: NotificationsService
}

/** Milliseconds between two questions, and until the host has to answer one. */
const pause = 2_000
const patience = 30_000
/** Looks at a transaction that is carried out, until it is taken as one that is never named: a minute at least. */
const namelessLooks = 30

const words = {
  AWAITING_CONFIRMATIONS: {
    section: 'safe',
    key: 'waitingForOwners',
    text: 'Waiting for other owners to approve this in Safe.',
  },
  AWAITING_EXECUTION: {
    section: 'safe',
    key: 'waitingForExecution',
    text: 'Approved. Waiting for an owner to execute it in Safe.',
  },
  signatures: {
    section: 'safe',
    key: 'waitingForSignatures',
    text: 'Waiting for other owners to sign this in Safe.',
  },
} as const

export function createOwners({ link, clock, notifications }: OwnersTools): Owners {
  const notices = createNotices(notifications)
  const nameless = new Map<string, number>()

  /** The host knows the hash a little later than the outcome. */
  function isOver(safeTxHash: string, { txStatus, txHash }: SafeTransaction): boolean {
    if (txStatus === 'CANCELLED') return true
    if (txStatus !== 'SUCCESS' && txStatus !== 'FAILED') return false
    if (typeof txHash === 'string') return true
    const looks = (nameless.get(safeTxHash) ?? 0) + 1
    nameless.set(safeTxHash, looks)
    return looks >= namelessLooks
  }

  async function read(safeTxHash: string): ReturnType<Owners['read']> {
    const schema = transactionSchema
    const found = await link.ask('getTxBySafeTxHash', { safeTxHash }, { schema, patience })
    const { txStatus } = found
    if (txStatus === 'AWAITING_CONFIRMATIONS' || txStatus === 'AWAITING_EXECUTION')
      notices.show(safeTxHash, txStatus)
    else notices.hide(safeTxHash)
    return { ...found, isOver: isOver(safeTxHash, found) }
  }

  async function readEnd(safeTxHash: string): Promise<SafeTransaction | undefined> {
    const found = await read(safeTxHash)
    return found.isOver ? found : undefined
  }

  async function readSignature(messageHash: string): Promise<string | undefined> {
    const schema = signatureSchema
    const signature = await link.ask('getOffChainSignature', messageHash, { schema, patience })
    if (signature && signature !== '0x') return signature
    notices.show(messageHash, 'signatures')
    return undefined
  }

  return {
    read,
    executed: async (safeTxHash) =>
      hashOf(await askUntil(link, clock, () => readEnd(safeTxHash)), safeTxHash),
    signed: (messageHash) =>
      askUntil(link, clock, () => readSignature(messageHash)).finally(() => notices.hide(messageHash)),
    stop: notices.clear,
  }
}

/** One line for each thing that is waited for; told again only when it says something else. */
function createNotices(notifications: NotificationsService) {
  const shown = new Map<string, keyof typeof words>()
  const hide = (hash: string) => {
    if (shown.delete(hash)) notifications.dismissToast(`safe.${hash}`)
  }
  return {
    show(hash: string, state: keyof typeof words): void {
      if (shown.get(hash) === state) return
      shown.set(hash, state)
      notifications.toast(words[state], { id: `safe.${hash}`, type: 'loading' })
    },
    hide,
    clear(): void {
      for (const hash of [...shown.keys()]) hide(hash)
    },
  }
}

/** The host's service learns of a new transaction a little later than the host: a question that fails is asked again. */
async function askUntil<T>(link: SafeLink, clock: Clock, ask: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await ask().catch(() => {
      link.signal.throwIfAborted()
      return undefined
    })
    if (found !== undefined) return found
    await wait(clock, pause, link.signal)
  }
}

function hashOf({ txStatus, txHash }: SafeTransaction, safeTxHash: string): string {
  if (typeof txHash === 'string') return txHash
  const metaMessages = [`Safe transaction: ${safeTxHash}`]
  if (txStatus === 'CANCELLED') {
    // The service's word alone: an owner may have executed it, and the chain isn't asked here.
    throw new BaseError('Safe says that this was canceled. Look at your Safe before you try again.', {
      code: 'SAFE_TRANSACTION_CANCELLED',
      metaMessages,
    })
  }
  throw new BaseError('Safe says that it’s done, but not by which transaction. Look at your Safe.', {
    code: 'SAFE_TRANSACTION_UNNAMED',
    metaMessages,
  })
}
