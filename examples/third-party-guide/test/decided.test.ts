import { createKernel } from '@latchkey/kernel'
import { Clock, Http } from '@latchkey/kernel/plugin'
import { fakeClock, fakeStorage } from '@latchkey/kernel/testing'
import { afterEach, expect, test } from 'vitest'
import { decided } from '../guide/chain/decided.js'
import { exampleNetwork } from './exampleNetwork.js'
import { type Answer, startServer } from './startServer.js'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** Starts nodes that answer as they’re told, and asks them through the kernel’s own HTTP. */
async function setUp(...answers: readonly ((url: URL, count: number) => Answer)[]) {
  const nodes = await Promise.all(answers.map(startServer))
  const clock = fakeClock()
  const kernel = createKernel([], { clock, storage: fakeStorage(), logLevel: 'silent' })
  stops.push(() => kernel.dispose(), ...nodes.map(({ stop }) => stop))
  const tools = { http: kernel.get(Http), clock: kernel.get(Clock) }
  const network = exampleNetwork(...nodes.map(({ url }) => url))
  return {
    nodes,
    clock,
    ask: (signal?: AbortSignal) => decided(tools, network, 'payment', signal),
  }
}

const taken = (successful: boolean): Answer => ({ json: { successful } })
const unknown: Answer = { status: 404 }
const down: Answer = { status: 500 }

test('says what the chain decided', async () => {
  const { nodes, ask } = await setUp(() => taken(true))
  await expect(ask()).resolves.toEqual({ status: 'confirmed' })
  expect(nodes[0]?.asked.map(({ pathname }) => pathname)).toEqual(['/transactions/payment'])
  const refused = await setUp(() => taken(false))
  await expect(refused.ask()).resolves.toEqual({ status: 'failed' })
})

test('waits for a payment that nobody knows yet, and takes it for no failed one', async () => {
  const { nodes, clock, ask } = await setUp((_, count) => (count < 3 ? unknown : taken(true)))
  const pending = ask()
  for (const asked of [1, 2]) {
    await expect.poll(() => clock.pending).toBe(1)
    expect(nodes[0]?.asked.length).toBe(asked)
    clock.advance(2_000)
  }
  await expect(pending).resolves.toEqual({ status: 'confirmed' })
})

test('asks the next endpoint where one is down or can’t be reached', async () => {
  const { nodes, ask } = await setUp(
    () => down,
    () => taken(true),
  )
  await expect(ask()).resolves.toEqual({ status: 'confirmed' })
  expect(nodes[0]?.asked.length).toBeGreaterThan(0)
  const gone = await setUp(
    () => taken(false),
    () => taken(true),
  )
  await gone.nodes[0]?.stop()
  await expect(gone.ask()).resolves.toEqual({ status: 'confirmed' })
})

test('believes what a node refuses, and asks no other', async () => {
  const { nodes, ask } = await setUp(
    () => ({ status: 400 }),
    () => taken(true),
  )
  await expect(ask()).rejects.toMatchObject({ code: 'HTTP_STATUS', status: 400 })
  expect(nodes[1]?.asked).toEqual([])
})

test('decides nothing while every node is down, or answers in another form', async () => {
  let answer: Answer = down
  const { clock, ask } = await setUp(() => answer)
  const pending = ask()
  await expect.poll(() => clock.pending).toBe(1)
  answer = { json: { successful: 'yes' } }
  clock.advance(2_000)
  await expect.poll(() => clock.pending).toBe(1)
  answer = taken(false)
  clock.advance(2_000)
  await expect(pending).resolves.toEqual({ status: 'failed' })
})

test('stops when it is told to: before, while a node is asked, and between two questions', async () => {
  const silent = await setUp(() => 'nothing')
  await expect(silent.ask(AbortSignal.abort())).rejects.toThrow()
  expect(silent.nodes[0]?.asked).toEqual([])
  const asking = new AbortController()
  const pending = expect(silent.ask(asking.signal)).rejects.toThrow()
  await expect.poll(() => silent.nodes[0]?.asked.length).toBe(1)
  asking.abort()
  await pending
  const waiting = new AbortController()
  const { clock, ask } = await setUp(() => unknown)
  const second = expect(ask(waiting.signal)).rejects.toThrow()
  await expect.poll(() => clock.pending).toBe(1)
  waiting.abort()
  await second
  expect(clock.pending).toBe(0)
})
