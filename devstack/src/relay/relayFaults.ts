/** Which messages a fault touches. An empty rule touches all of them. */
export interface FaultRule {
  /** WalletConnect message tags, such as 1108 for a session request. Default: every tag. */
  readonly tags?: readonly number[]
  /** 64 hex digits. Default: every topic. */
  readonly topic?: string
  /** How often the fault strikes before it is spent. Default: until it is switched off. */
  readonly times?: number
}

/** Messages get lost. */
export interface DropFault extends FaultRule {
  /**
   * `push` (default): the publisher is told all is well, subscribers hear nothing now; the message waits
   * in the mailbox and arrives with the next subscribe or fetch. `publish`: the relay neither keeps the
   * message nor answers the publisher.
   */
  readonly at?: 'push' | 'publish'
}

/** Messages arrive late. */
export interface DelayFault extends FaultRule {
  readonly milliseconds: number
}

/** Messages arrive more than once. */
export interface DuplicateFault extends FaultRule {
  /** How often one push is sent in all. Default 2. */
  readonly copies?: number
}

/** Messages arrive in another order: pushes to one socket are held and sent last one first. */
export interface ReorderFault extends FaultRule {
  /** How many pushes are held before they are sent. Default 2. */
  readonly window?: number
  /** Milliseconds after which an unfilled window is sent anyway. Default 250. */
  readonly flushAfter?: number
}

/** The relay says no. */
export interface RefuseFault extends FaultRule {
  /**
   * `publish` and `subscribe` answer a JSON-RPC error; `connection` refuses new sockets with HTTP 503 and
   * leaves open ones alone. Default `publish`.
   */
  readonly what?: 'publish' | 'subscribe' | 'connection'
}

/** The relay hangs up. */
export interface CloseFault extends FaultRule {
  /**
   * `answer` (default): the message is kept, then the publisher's socket closes before it is answered, so
   * the publisher cannot know. `push`: the receiver's socket closes right after the push, before the
   * acknowledgement can arrive.
   */
  readonly when?: 'answer' | 'push'
  /** Websocket close code. Default 1012, service restart. */
  readonly code?: number
}

/** Fault switches; a missing one is off, `true` is the empty rule. Settable while the relay runs. */
export interface RelayFaults {
  readonly drop?: DropFault | true
  readonly delay?: DelayFault
  readonly duplicate?: DuplicateFault | true
  readonly reorder?: ReorderFault | true
  readonly refuse?: RefuseFault | true
  readonly close?: CloseFault | true
}

export interface FaultSubject {
  readonly topic?: string
  readonly tag?: number
}

type Rules = {
  readonly [name in keyof RelayFaults]-?: Exclude<RelayFaults[name], true | undefined>
}

/** The faults in force: matches subjects against rules and counts how often each rule may still strike. */
export interface FaultSwitch {
  set(faults: RelayFaults): void
  /** The rule that strikes, which spends one of its `times`, or `undefined`. */
  strike<name extends keyof RelayFaults>(
    name: name,
    subject: FaultSubject,
    applies?: (rule: Rules[name]) => boolean,
  ): Rules[name] | undefined
}

export function createFaultSwitch(initial: RelayFaults = {}): FaultSwitch {
  let faults = initial
  let left = new Map<string, number>()
  return {
    set(next) {
      faults = next
      left = new Map()
    },
    strike(name, subject, applies = () => true) {
      const chosen = faults[name]
      if (!chosen) return undefined
      const rule = (chosen === true ? {} : chosen) as Rules[typeof name]
      if (rule.tags && !rule.tags.includes(subject.tag ?? Number.NaN)) return undefined
      if (rule.topic && rule.topic !== subject.topic) return undefined
      if (!applies(rule)) return undefined
      const remaining = left.get(name) ?? rule.times ?? Number.POSITIVE_INFINITY
      if (remaining <= 0) return undefined
      left.set(name, remaining - 1)
      return rule
    },
  }
}
