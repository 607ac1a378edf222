import { BaseError, definePlugin, event, Log, type LogService, Namespace } from '@latchkey/kernel/plugin'
import { Networks, NetworkSwitched, PluginFailed } from '@latchkey/kernel/wallet'
import { fakeClock, fakeNamespace, pluginSuite } from '@latchkey/kernel/testing'
import { createKernel, type Kernel, memoryStorage } from '@latchkey/kernel'
import { type AnalyticsEvent, AnalyticsSink } from '@latchkey/plugin-wallet-data'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { type Receiver, startReceiver } from '../test/startReceiver.js'
import { Analytics, analytics, type AnalyticsOptions } from './index.js'

/** Waits as long as a busy machine may need. */
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 30_000 })

const Send = event<Record<string, unknown>>('SEND_SUCCESS')
const ConnectError = event<{ message: string }>('CONNECT_ERROR')
const Clicked = event<undefined>('CLICK_NETWORKS')
const Foreign = event<{ secret: string; plan: string }>('EXAMPLE_EVENT')
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

let receiver: Receiver
let kernel: Kernel | undefined
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(async () => {
  await kernel?.dispose()
  kernel = undefined
  await receiver.stop()
})

async function start(options: AnalyticsOptions = {}) {
  const clock = fakeClock()
  const lines: string[] = []
  const write = (line: string) => void lines.push(line.split('\n').filter(Boolean).join(' '))
  const log: LogService = { error: write, warn: write, info() {}, debug() {} }
  const parts = definePlugin({
    id: 'test.parts',
    kernel: '^1.0.0',
    provides: [Log],
    setup(context) {
      context.provide(Log, () => log)
      context.add(Namespace, fakeNamespace('test', ['1', '2']))
    },
  })
  kernel = createKernel([parts, analytics({ url: receiver.url, ...options })], {
    storage: memoryStorage(),
    clock,
  })
  await kernel.start()
  return { kernel, clock, lines, service: kernel.get(Analytics) }
}

/** Names of the events that were taken, in order. */
const taken = () => receiver.batches.flat().map(({ props }) => props.event)
const untilTaken = (names: readonly string[]) => until(() => expect(taken()).toEqual(names))
/** The code for sending is loaded after the first event. */
const untilReady = (clock: { readonly pending: number }) =>
  until(() => expect(clock.pending).toBeGreaterThan(0))

describe('plugin', () => {
  pluginSuite({ test, create: () => analytics(), manifest })
})

describe('what is sent', () => {
  it('posts the contract’s body, after the facts of the app', async () => {
    const { kernel, clock } = await start()
    kernel.events.emit(Send, { network: 'test:1', token: 'USDC', amount: '1.5', isSmartAccount: false })
    await untilReady(clock)
    clock.advance(5_000)
    await untilTaken(['INITIALIZE', 'SEND_SUCCESS'])
    const [initialize, sent] = receiver.batches.flat() as [AnalyticsEvent, AnalyticsEvent]
    expect(initialize.props.properties).toEqual({ networks: ['test:1', 'test:2'], features: [] })
    expect(sent).toEqual({
      eventId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      url: '',
      domain: '',
      timestamp: 1_700_000_000_000,
      props: {
        type: 'track',
        event: 'SEND_SUCCESS',
        properties: { isSmartAccount: false, network: 'test:1', token: 'USDC', amount: '1.5' },
      },
    })
    expect(receiver.requests[0]?.headers).toMatchObject({ 'content-type': 'application/json' })
    expect(receiver.requests[0]?.headers).not.toHaveProperty('cookie')
  })

  it('posts one event as an object, as the contract has it', async () => {
    const { kernel, clock } = await start({ exclude: ['INITIALIZE'] })
    kernel.events.emit(Clicked, undefined)
    await untilReady(clock)
    clock.advance(5_000)
    await untilTaken(['CLICK_NETWORKS'])
    expect(receiver.requests[0]?.body).toMatchObject({ props: { event: 'CLICK_NETWORKS' } })
  })

  it('is only what is listed: no other event, no other property', async () => {
    const { kernel, service } = await start({ exclude: ['INITIALIZE'] })
    kernel.events.emit(Foreign, { secret: 'x', plan: 'y' })
    kernel.events.emit(event<object>('TRANSACTION_SUBMITTED'), { address })
    kernel.events.emit(Send, { token: 'A', to: address, privateKey: 'k' })
    await until(async () => {
      await service.flush()
      expect(taken()).toEqual(['SEND_SUCCESS'])
    })
    expect(receiver.batches.flat()[0]?.props.properties).toEqual({
      isSmartAccount: false,
      network: 'test:1',
      token: 'A',
    })
  })

  it('includes events of other plugins that the host lists, and leaves out those it does not want', async () => {
    const { kernel, service } = await start({
      include: { EXAMPLE_EVENT: ['plan'] },
      exclude: ['INITIALIZE', 'CLICK_NETWORKS'],
    })
    kernel.events.emit(Clicked, undefined)
    kernel.events.emit(Foreign, { secret: 'x', plan: 'y' })
    await until(async () => {
      await service.flush()
      expect(receiver.batches.flat().map(({ props }) => props)).toEqual([
        { type: 'track', event: 'EXAMPLE_EVENT', properties: { plan: 'y' } },
      ])
    })
  })

  it('holds no whole address, mail, link or key', async () => {
    const { kernel, service } = await start({ exclude: ['INITIALIZE'] })
    const message = `No funds in ${address}: ask nora@example.org, see https://rpc.example/v1/?key=abc#x`
    kernel.events.emit(ConnectError, { message })
    kernel.events.emit(event<object>('CONNECT_PROXY_ERROR'), {
      message: 'm',
      uri: 'wc:1@2?symKey=1',
      name: 'W',
    })
    kernel.events.emit(event<object>('LOAD_MORE_TRANSACTIONS'), { address, cursor: 'c' })
    await until(async () => {
      await service.flush()
      expect(receiver.batches.flat().map(({ props }) => props.properties)).toEqual([
        { message: 'No funds in 0x5aAe…: ask …@…, see https://rpc.example' },
        { message: 'm', name: 'W' },
        { isSmartAccount: false, cursor: 'c' },
      ])
    })
  })

  it('keeps addresses when the host asks for them', async () => {
    const { kernel, service } = await start({ exclude: ['INITIALIZE'], includeAddress: true })
    kernel.events.emit(event<object>('LOAD_MORE_TRANSACTIONS'), { address })
    await until(async () => {
      await service.flush()
      expect(receiver.batches.flat()[0]?.props.properties).toMatchObject({ address })
    })
  })

  it('tells of a plugin that failed as an internal error', async () => {
    const { kernel, service } = await start({ exclude: ['INITIALIZE'] })
    const error = new BaseError('It is broken.', { code: 'BROKEN' })
    kernel.events.emit(PluginFailed, { pluginId: 'x', error })
    await until(async () => {
      await service.flush()
      expect(receiver.batches.flat()[0]?.props).toEqual({
        type: 'error',
        event: 'INTERNAL_SDK_ERROR',
        properties: { errorType: 'BROKEN', errorMessage: 'It is broken.' },
      })
    })
  })

  it('hears what the kernel itself tells', async () => {
    const { kernel, service } = await start({ exclude: ['INITIALIZE'] })
    await kernel.get(Networks).switch('test:2')
    await until(async () => {
      await service.flush()
      expect(receiver.batches.flat().map(({ props }) => props)).toEqual([
        { type: 'track', event: NetworkSwitched.id, properties: { network: 'test:2' } },
      ])
    })
  })

  it('goes to the sink of another plugin when there is no url', async () => {
    const sent: AnalyticsEvent[] = []
    const sink = definePlugin({
      id: 'test.sink',
      kernel: '^1.0.0',
      provides: [AnalyticsSink],
      setup: (context) =>
        context.provide(AnalyticsSink, () => ({ send: async (events) => void sent.push(...events) })),
    })
    kernel = createKernel([analytics(), sink], { storage: memoryStorage(), logLevel: 'silent' })
    await kernel.start()
    kernel.events.emit(Clicked, undefined)
    await until(async () => {
      await kernel?.get(Analytics).flush()
      expect(sent.map(({ props }) => props.event)).toEqual(['INITIALIZE', 'CLICK_NETWORKS'])
    })
  })
})

describe('consent', () => {
  it('records nothing before it, and forgets what waits when it ends', async () => {
    let given = false
    const { kernel, clock, service } = await start({ enabled: () => given })
    expect(service.status).toBe('off')
    kernel.events.emit(Clicked, undefined)
    given = true
    expect(service.status).toBe('on')
    kernel.events.emit(Send, { token: 'A' })
    await untilReady(clock)
    given = false
    clock.advance(60_000)
    await service.flush()
    expect(receiver.requests).toEqual([])
    given = true
    kernel.events.emit(Send, { token: 'B' })
    await untilReady(clock)
    clock.advance(5_000)
    await untilTaken(['SEND_SUCCESS'])
    expect(receiver.batches.flat()[0]?.props.properties).toMatchObject({ token: 'B' })
  })

  it('is no when the question throws, and no when the host says so', async () => {
    const { kernel, lines, service } = await start({
      enabled: () => {
        throw new Error('no consent tool')
      },
    })
    kernel.events.emit(Clicked, undefined)
    expect(service.status).toBe('off')
    expect(lines[0]).toBe('The "enabled" of analytics() threw, which counts as no.')
    await service.flush()
    expect(receiver.requests).toEqual([])
  })

  it('can be taken back by the person, who cannot turn on what the host keeps off', async () => {
    const { kernel, clock, service } = await start({ exclude: ['INITIALIZE'] })
    kernel.events.emit(Clicked, undefined)
    await untilReady(clock)
    service.setOptOut(true)
    kernel.events.emit(Clicked, undefined)
    clock.advance(60_000)
    await service.flush()
    expect(receiver.requests).toEqual([])
    expect(service.status).toBe('off')
    service.setOptOut(false)
    kernel.events.emit(Send, {})
    await untilReady(clock)
    clock.advance(5_000)
    await untilTaken(['SEND_SUCCESS'])
  })

  it('keeps the plugin off for good with false', async () => {
    const { kernel, service } = await start({ enabled: false })
    service.setOptOut(false)
    kernel.events.emit(Clicked, undefined)
    await service.flush()
    expect([service.status, receiver.requests]).toEqual(['off', []])
  })
})

describe('batches', () => {
  it('go when enough wait, and the rest with time', async () => {
    const { kernel, clock } = await start({ exclude: ['INITIALIZE'], batchSize: 3, batchDelay: 2_000 })
    for (let count = 0; count < 7; count += 1) kernel.events.emit(Clicked, undefined)
    await until(() => expect(receiver.batches.map((batch) => batch.length)).toEqual([3, 3, 1]))
    kernel.events.emit(Clicked, undefined)
    await untilReady(clock)
    clock.advance(1_999)
    expect(receiver.batches).toHaveLength(3)
    clock.advance(1)
    await until(() => expect(receiver.batches).toHaveLength(4))
  })

  it('lose nothing while the receiver is down, and each event comes once', async () => {
    const { kernel, clock } = await start({ exclude: ['INITIALIZE'], batchSize: 2 })
    receiver.fail(true)
    for (let count = 0; count < 5; count += 1) kernel.events.emit(Send, { token: `T${count}` })
    await untilReady(clock)
    clock.advance(1_000)
    await untilReady(clock)
    receiver.fail(false)
    await until(() => {
      clock.advance(60_000)
      expect(receiver.batches.flat()).toHaveLength(5)
    })
    const tokens = receiver.batches.flat().map(({ props }) => props.properties?.['token'])
    expect(tokens).toEqual(['T0', 'T1', 'T2', 'T3', 'T4'])
    expect(new Set(receiver.batches.flat().map(({ eventId }) => eventId)).size).toBe(5)
  })

  it('repeat a request with the same ids, so that the receiver can drop repeats', async () => {
    const { kernel, clock } = await start({ exclude: ['INITIALIZE'], batchSize: 1 })
    receiver.answer({ status: 503 })
    kernel.events.emit(Clicked, undefined)
    await until(() => expect(receiver.requests).toHaveLength(1))
    receiver.answer({ status: 202 })
    await untilReady(clock)
    clock.advance(1_000)
    await untilTaken(['CLICK_NETWORKS'])
    const ids = receiver.requests.flatMap(({ events }) => events.map(({ eventId }) => eventId))
    expect(new Set(ids).size).toBe(1)
    expect(ids).toHaveLength(2)
  })

  it('wait as long as a receiver says that has had enough', async () => {
    const { kernel, clock } = await start({ exclude: ['INITIALIZE'], batchSize: 1 })
    receiver.answer({ status: 429, headers: { 'retry-after': '90' } })
    kernel.events.emit(Clicked, undefined)
    await until(() => expect(receiver.requests).toHaveLength(1))
    receiver.answer({ status: 202 })
    await untilReady(clock)
    clock.advance(89_999)
    expect(receiver.requests).toHaveLength(1)
    clock.advance(1)
    await untilTaken(['CLICK_NETWORKS'])
  })

  it('drop the oldest beyond the limit, and say so', async () => {
    const { kernel, clock, lines } = await start({ exclude: ['INITIALIZE'], batchSize: 2, queueLimit: 4 })
    receiver.fail(true)
    kernel.events.emit(Send, { token: 'T0' })
    await untilReady(clock)
    for (let count = 1; count < 7; count += 1) kernel.events.emit(Send, { token: `T${count}` })
    await until(() => expect(lines.some((line) => line.includes('oldest events'))).toBe(true))
    receiver.fail(false)
    await until(() => {
      clock.advance(60_000)
      expect(receiver.batches.flat()).toHaveLength(4)
    })
    const tokens = receiver.batches.flat().map(({ props }) => props.properties?.['token'])
    expect(tokens).toEqual(['T3', 'T4', 'T5', 'T6'])
  })

  it('become smaller for a receiver that says they are too large', async () => {
    const { kernel } = await start({ exclude: ['INITIALIZE'], batchSize: 4 })
    receiver.answer((events) => ({ status: events.length > 2 ? 413 : 202 }))
    for (let count = 0; count < 4; count += 1) kernel.events.emit(Clicked, undefined)
    await until(() => expect(receiver.batches.map((batch) => batch.length)).toEqual([2, 2]))
  })

  it('that the receiver will never take are given up, and later ones still go', async () => {
    const { kernel, lines } = await start({ exclude: ['INITIALIZE'], batchSize: 1 })
    receiver.answer({ status: 400 })
    kernel.events.emit(Clicked, undefined)
    await until(() => expect(lines).toEqual(['The analytics service did not take 1 events (HTTP 400).']))
    receiver.answer({ status: 202 })
    kernel.events.emit(Send, {})
    await untilTaken(['SEND_SUCCESS'])
  })

  it('leave with the kernel when it is disposed', async () => {
    const { kernel, clock } = await start({ exclude: ['INITIALIZE'] })
    kernel.events.emit(Clicked, undefined)
    await untilReady(clock)
    await kernel.dispose()
    await untilTaken(['CLICK_NETWORKS'])
  })
})

describe('a receiver that answers 403', () => {
  it('is told of once, and gets nothing more', async () => {
    const { kernel, clock, lines, service } = await start({ exclude: ['INITIALIZE'], batchSize: 1 })
    receiver.answer({ status: 403 })
    kernel.events.emit(Clicked, undefined)
    await until(() => expect(service.status).toBe('refused'))
    receiver.answer({ status: 202 })
    for (let count = 0; count < 3; count += 1) kernel.events.emit(Clicked, undefined)
    clock.advance(600_000)
    await service.flush()
    expect(receiver.requests).toHaveLength(1)
    expect(service.error).toMatchObject({
      code: 'ANALYTICS_FORBIDDEN',
      shortMessage: 'Invalid App Configuration',
    })
    expect(lines).toEqual(['Invalid App Configuration The analytics service refuses this origin (HTTP 403).'])
  })
})

describe('options', () => {
  it.each([
    [{ url: 'ftp://x' }, '"url" must be an http(s) URL, such as https://collector.example/e'],
    [{ batchSize: 0 }, '"batchSize" must be a whole number from 1 to 100'],
    [{ batchSize: 101 }, '"batchSize" must be a whole number from 1 to 100'],
    [{ batchDelay: -1 }, '"batchDelay" must be milliseconds, 0 or more'],
    [{ queueLimit: 1 }, '"queueLimit" must not be less than "batchSize"'],
  ])('refuses %j', (options, problem) => {
    expect(() => analytics(options)).toThrow(`analytics() cannot use these options: ${problem}.`)
  })

  it('warns when there is nobody to send to', async () => {
    const { lines } = await start({ url: undefined })
    expect(lines).toEqual([
      'analytics() has no "url", and no plugin provides AnalyticsSink: nothing is sent.',
    ])
  })
})
