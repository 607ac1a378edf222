import { createHash } from 'node:crypto'
import type { StoredMessage } from './mailbox.js'
import type { FaultSwitch } from './relayFaults.js'
import type { RelaySocket } from './relaySocket.js'
import { sendFrame } from './relaySocket.js'
import type { RelayCounters } from './relayStats.js'
import { count } from './relayStats.js'

/** Sends pushes (`irn_subscription`) to sockets, through whatever faults are switched on. */
export interface RelayDelivery {
  push(target: RelaySocket, message: StoredMessage): void
  acknowledge(target: RelaySocket, id: number | string): void
  /** Forgets pushes that a fault still holds back. */
  cancel(): void
}

export interface RelayDeliveryOptions {
  readonly faults: FaultSwitch
  readonly counters: RelayCounters
  readonly nextId: () => number
}

/** WalletConnect specifications, relay: the subscription id is the hash of the topic and the client id. */
export function subscriptionId(topic: string, clientId: string): string {
  return createHash('sha256').update(`${topic}${clientId}`).digest('hex')
}

export function createRelayDelivery({ faults, counters, nextId }: RelayDeliveryOptions): RelayDelivery {
  const timers = new Set<NodeJS.Timeout>()

  function later(milliseconds: number, work: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, milliseconds)
    timers.add(timer)
  }

  function transmit(target: RelaySocket, message: StoredMessage): void {
    const id = nextId()
    const { topic, tag, publishedAt, attestation } = message
    const data = { topic, message: message.message, publishedAt, tag, attestation }
    target.unacknowledged.set(id, message)
    count(counters.delivered, tag)
    const params = { id: subscriptionId(topic, target.clientId), data }
    sendFrame(target, { id, jsonrpc: '2.0', method: 'irn_subscription', params })
    const close = faults.strike('close', message, (rule) => rule.when === 'push')
    if (close) target.socket.close(close.code ?? 1012)
  }

  function flush(target: RelaySocket): void {
    const held = target.held.splice(0)
    for (const message of held.reverse()) transmit(target, message)
  }

  function order(target: RelaySocket, message: StoredMessage): void {
    const reorder = faults.strike('reorder', message)
    if (!reorder) {
      transmit(target, message)
      return
    }
    target.held.push(message)
    if (target.held.length >= (reorder.window ?? 2)) flush(target)
    else if (target.held.length === 1) later(reorder.flushAfter ?? 250, () => flush(target))
  }

  return {
    push(target, message) {
      if (faults.strike('drop', message, (rule) => rule.at !== 'publish')) {
        count(counters.dropped, message.tag)
        return
      }
      const duplicate = faults.strike('duplicate', message)
      const copies = duplicate ? (duplicate.copies ?? 2) : 1
      const delay = faults.strike('delay', message)
      for (let copy = 0; copy < copies; copy += 1) {
        if (delay) later(delay.milliseconds, () => order(target, message))
        else order(target, message)
      }
    },
    acknowledge(target, id) {
      const message = target.unacknowledged.get(Number(id))
      if (!message) return
      target.unacknowledged.delete(Number(id))
      message.acknowledgedBy.add(target.clientId)
      count(counters.acknowledged, message.tag)
    },
    cancel() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}
