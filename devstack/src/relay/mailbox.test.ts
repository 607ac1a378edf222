import { describe, expect, it } from 'vitest'
import { createMailbox } from './mailbox.js'

const topic = 'a'.repeat(64)
const parameters = { topic, message: 'sealed', ttl: 300, tag: 1108, attestation: null }

describe('mailbox', () => {
  it('keeps a message for others until its time to live ends', () => {
    let time = 1_000
    const mailbox = createMailbox(() => time)
    mailbox.store('dapp', parameters)
    expect(mailbox.waiting(topic, 'wallet').map((stored) => stored.message)).toEqual(['sealed'])
    time += 299_999
    expect(mailbox.waiting(topic, 'wallet')).toHaveLength(1)
    time += 1
    expect(mailbox.waiting(topic, 'wallet')).toHaveLength(0)
    expect(mailbox.size).toBe(0)
  })

  it('never gives a client its own message', () => {
    const mailbox = createMailbox(() => 0)
    mailbox.store('dapp', parameters)
    expect(mailbox.waiting(topic, 'dapp')).toEqual([])
  })

  it('stores a retried publish once, and again after it expired', () => {
    let time = 0
    const mailbox = createMailbox(() => time)
    expect(mailbox.store('dapp', parameters)).toBeDefined()
    expect(mailbox.store('dapp', parameters)).toBeUndefined()
    expect(mailbox.size).toBe(1)
    time = 300_000
    expect(mailbox.store('dapp', parameters)).toBeDefined()
  })

  it('does not offer a message again to the client that acknowledged it', () => {
    const mailbox = createMailbox(() => 0)
    mailbox.store('dapp', parameters)?.acknowledgedBy.add('wallet')
    expect(mailbox.waiting(topic, 'wallet')).toEqual([])
    expect(mailbox.waiting(topic, 'other wallet')).toHaveLength(1)
  })

  it('sweeps topics nobody asks for and can forget everything', () => {
    let time = 0
    const mailbox = createMailbox(() => time)
    mailbox.store('dapp', parameters)
    mailbox.store('dapp', { ...parameters, topic: 'b'.repeat(64), ttl: 600 })
    time = 300_000
    mailbox.sweep()
    expect(mailbox.size).toBe(1)
    mailbox.clear()
    expect(mailbox.size).toBe(0)
  })
})
