import type { Amount } from '@latchkey/kernel/contracts'
import type { Clock, NetworkId, StorageService } from '@latchkey/kernel/plugin'
import { createPendingList, type PendingEntry } from '@latchkey/kernel/transaction'
import * as z from 'zod/mini'
import { unansweredSendsKey } from '../unansweredSendsKey.js'
import { jsonOf, storable, storedAmount, storedText } from './storedSend.js'

/** A send that a wallet was asked for, by what the user would repeat. */
export interface AskedSend {
  readonly networkId: NetworkId
  /** Sender. */
  readonly address: string
  readonly to: string
  readonly amount: Amount
}

/** A send that a wallet was asked for and of which nobody knows what came. `sentAt` is when the wallet was asked. */
export interface UnansweredSend extends AskedSend, PendingEntry {
  /** It was sent after the user had stopped waiting: told for ten minutes, because the next one may be meant in its place. */
  readonly isLate?: true
}

/** A send that a wallet is asked for. */
export interface AskedRequest {
  /** The wallet has named a transaction while the user waited, or it's certain that nothing was sent. */
  forget(): void
  /** The wallet has named a transaction after the user had stopped waiting. */
  sentAfterAll(): void
}

export interface UnansweredSends {
  /** Remembers a send before the wallet is asked, because the page may be gone before the wallet answers. */
  ask(send: AskedSend): AskedRequest
  /**
   * Lists what may have been sent from an account, newest first.
   *
   * @param isSameAddress the namespace's rule
   */
  of(account: Pick<AskedSend, 'networkId' | 'address'>, isSameAddress: SameAddress): readonly UnansweredSend[]
  /**
   * Forgets those to one receiver: the user has looked, said so, and sent again.
   *
   * @param toldAt When the newest was asked for that the user was told of: nobody has looked for a later one
   */
  settle(
    send: Pick<AskedSend, 'networkId' | 'address' | 'to'>,
    toldAt: number,
    isSameAddress: SameAddress,
  ): void
}

type SameAddress = (left: string, right: string) => boolean

/** Milliseconds, two days: as long as the activity expects a request that a wallet didn't answer. */
const longestWait = 172_800_000

const schema = z.object({
  id: storedText,
  networkId: z.templateLiteral([z.string(), ':', z.string()]),
  address: storedText,
  to: storedText,
  amount: storedAmount,
  sentAt: z.number(),
  isLate: z.exactOptional(z.literal(true)),
  decision: z.exactOptional(z.object({ status: z.enum(['confirmed', 'failed']), at: z.number() })),
})

/** Keeps the sends of this app that no wallet has answered, for all tabs of the site and for the pages after this one. */
export function createUnansweredSends(storage: StorageService, clock: Clock): UnansweredSends {
  const asked = createPendingList<UnansweredSend>({
    storage,
    clock,
    key: unansweredSendsKey,
    longestWait,
    mostKept: 50,
    isOpen,
    read: (stored) => z.safeParse(schema, stored).data,
    write: jsonOf,
  })
  const open = () => asked.list().filter(isOpen)
  // A decision keeps the entry out of the list, whichever tab wrote it; its status doesn't matter here.
  const forget = ({ isLate: _, ...send }: UnansweredSend) =>
    asked.put({ ...send, decision: { status: 'confirmed', at: clock.now() } })

  return {
    ask({ networkId, address, to, amount }) {
      const sentAt = clock.now()
      const entry: UnansweredSend = {
        id: randomId(),
        networkId,
        address,
        to,
        amount: storable(amount),
        sentAt,
      }
      asked.put(entry)
      return {
        forget: () => forget(entry),
        sentAfterAll: () =>
          asked.put({ ...entry, isLate: true, decision: { status: 'confirmed', at: clock.now() } }),
      }
    },
    of: ({ networkId, address }, isSameAddress) =>
      open().filter((one) => one.networkId === networkId && isSameAddress(one.address, address)),
    settle({ networkId, address, to }, toldAt, isSameAddress) {
      for (const one of open()) {
        const isOfAccount = one.networkId === networkId && isSameAddress(one.address, address)
        if (isOfAccount && isSameAddress(one.to, to) && one.sentAt <= toldAt) forget(one)
      }
    },
  }
}

const isOpen = ({ decision, isLate }: UnansweredSend): boolean => decision === undefined || isLate === true

/** 64 random bits: two tabs may ask in the same millisecond. */
const randomId = (): string => crypto.getRandomValues(new BigUint64Array(1)).join('')
