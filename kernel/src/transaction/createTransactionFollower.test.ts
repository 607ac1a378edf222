import { expect, it, vi } from 'vitest'
import { createTransactionFollower, type FollowedEntry } from './createTransactionFollower.js'

interface Decision {
  readonly status: 'confirmed' | 'failed'
}

function started() {
  const entries = new Map<string, FollowedEntry>()
  const told: string[] = []
  const follower = createTransactionFollower<FollowedEntry, { wait(): Promise<Decision> }, Decision>({
    name: 'test',
    pending: {
      list: () => [...entries.values()],
      find: ({ id }) => entries.get(id),
      put: (entry) => void entries.set(entry.id, entry),
    },
    signal: new AbortController().signal,
    clock: { now: () => 1 },
    log: { warn: () => {} },
    open: () => undefined,
    withDecision: (entry, { status }, at) => ({ ...entry, decision: { status, at } }),
    decided: ({ id }, { status }) => void told.push(`${id} ${status}`),
    toldElsewhere: ({ id }) => void told.push(`${id} elsewhere`),
    lostSight: ({ id }) => void told.push(`${id} lost`),
  })
  return { follower, told }
}

const entry: FollowedEntry = { id: '0x1', networkId: 'test:1', sentAt: 0 }

it('follows a wallet’s second transaction of the same name, once the first is decided', async () => {
  const { follower, told } = started()
  follower.follow(entry, { wait: async () => ({ status: 'failed' }) })
  await vi.waitFor(() => expect(told).toEqual(['0x1 failed']))
  follower.follow({ ...entry, sentAt: 1 }, { wait: async () => ({ status: 'confirmed' }) })
  await vi.waitFor(() => expect(told).toEqual(['0x1 failed', '0x1 confirmed']))
})

it('follows one only once while it isn’t decided', async () => {
  const { follower, told } = started()
  let decide: (decision: Decision) => void = () => {}
  const decision = new Promise<Decision>((resolve) => {
    decide = resolve
  })
  follower.follow(entry, { wait: () => decision })
  follower.follow(entry, { wait: async () => ({ status: 'failed' }) })
  await new Promise((resolve) => setTimeout(resolve))
  expect(told).toEqual([])
  decide({ status: 'confirmed' })
  await vi.waitFor(() => expect(told).toEqual(['0x1 confirmed']))
})
