import type { Address } from '@solana/kit'
import * as z from 'zod/mini'
import { encodeAccount } from './ledger/accountEncoding.js'
import type { Ledger, LedgerEvent, LedgerTransaction } from './ledger/ledger.js'
import { type RpcMethod, withContext } from './rpcContext.js'
import {
  accountOptions,
  addressParameter,
  encodingOptions,
  parseParameters,
  signatureParameter,
} from './rpcParameters.js'

const logsFilter = z.union([
  z.enum(['all', 'allWithVotes']),
  z.object({ mentions: z.array(addressParameter).check(z.length(1)) }),
])

interface Subscription {
  readonly kind: string
  /** The results this event causes, in order. */
  notify(event: LedgerEvent): readonly unknown[]
  /** Ends with its first notification, as signature subscriptions do. */
  readonly once?: boolean
}

/** The subscription methods of one WebSocket connection. */
export interface Subscriptions {
  readonly methods: Readonly<Record<string, RpcMethod>>
  stop(): void
}

/** Serves one connection; `send` gets the notifications. */
export function createSubscriptions(ledger: Ledger, send: (message: unknown) => void): Subscriptions {
  const active = new Map<number, Subscription>()
  const opened: number[] = []
  let nextId = 1

  const deliver = (id: number, subscription: Subscription, event: LedgerEvent) => {
    for (const result of subscription.notify(event)) {
      if (!active.has(id)) return
      if (subscription.once) active.delete(id)
      send({
        jsonrpc: '2.0',
        method: `${subscription.kind}Notification`,
        params: { result, subscription: id },
      })
    }
  }
  // Notifications wait for the answers that tell the client its subscription id and its signature.
  const leave = ledger.subscribe((event) => {
    setImmediate(() => {
      for (const [id, subscription] of [...active]) deliver(id, subscription, event)
    })
  })
  const open = (subscription: Subscription) => {
    const id = nextId++
    active.set(id, subscription)
    opened.push(id)
    return id
  }
  const encode = (address: Address, options: z.infer<typeof accountOptions>) => {
    const account = ledger.getAccount(address)
    return account ? encodeAccount(account, encodingOptions(options), ledger.decimalsOf) : null
  }
  const onTransaction =
    (results: (transaction: LedgerTransaction) => readonly unknown[]) => (event: LedgerEvent) =>
      event.type === 'transaction' ? results(event.transaction) : []

  const subscribers: Record<string, RpcMethod> = {
    signature: (parameters) => {
      const [signature] = parseParameters(z.tuple([signatureParameter], z.unknown()), parameters)
      const result = ({ error }: LedgerTransaction) => withContext(ledger, { err: error })
      const notify = onTransaction((one) => (one.signature === signature ? [result(one)] : []))
      const subscription = { kind: 'signature', once: true, notify }
      const id = open(subscription)
      const known = ledger.getTransaction(signature)
      if (known) setImmediate(() => deliver(id, subscription, { type: 'transaction', transaction: known }))
      return id
    },
    account: (parameters) => {
      const [address, options] = parseParameters(
        z.tuple([addressParameter, z.optional(accountOptions)]),
        parameters,
      )
      const notify = onTransaction(({ accounts }) => {
        const index = accounts.all.indexOf(address)
        return index >= 0 && accounts.isWritable(index) ? [withContext(ledger, encode(address, options))] : []
      })
      return open({ kind: 'account', notify })
    },
    program: (parameters) => {
      const [program, options] = parseParameters(
        z.tuple([addressParameter, z.optional(accountOptions)]),
        parameters,
      )
      const notify = onTransaction(({ accounts }) =>
        accounts.all
          .filter(
            (address, index) =>
              accounts.isWritable(index) && ledger.getAccount(address)?.programAddress === program,
          )
          .map((pubkey) => withContext(ledger, { pubkey, account: encode(pubkey, options) })),
      )
      return open({ kind: 'program', notify })
    },
    logs: (parameters) => {
      const [filter] = parseParameters(z.tuple([logsFilter], z.unknown()), parameters)
      const mentioned = typeof filter === 'string' ? undefined : filter.mentions[0]
      const notify = onTransaction(({ signature, error, metadata, accounts }) =>
        mentioned === undefined || accounts.all.includes(mentioned)
          ? [withContext(ledger, { signature, err: error, logs: metadata.logs() })]
          : [],
      )
      return open({ kind: 'logs', notify })
    },
    slot: () => {
      const notify = (event: LedgerEvent) =>
        event.type === 'slot' ? [{ parent: event.slot - 1, root: event.slot - 1, slot: event.slot }] : []
      return open({ kind: 'slot', notify })
    },
    root: () => {
      const notify = (event: LedgerEvent) => (event.type === 'slot' ? [event.slot - 1] : [])
      return open({ kind: 'root', notify })
    },
  }
  const unsubscribe: RpcMethod = (parameters) => {
    const [id] = parseParameters(z.tuple([z.number()], z.unknown()), parameters)
    // A signature subscription may have ended by itself; ending it again is no mistake of the client.
    return active.delete(id) || opened.includes(id)
  }
  const methods = Object.fromEntries(
    Object.entries(subscribers).flatMap(([kind, subscribe]) => [
      [`${kind}Subscribe`, subscribe],
      [`${kind}Unsubscribe`, unsubscribe],
    ]),
  )
  return {
    methods,
    stop() {
      leave()
      active.clear()
    },
  }
}
