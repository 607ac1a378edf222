import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { appOrigin, connect, frameOrigin, watch } from '../../test/connected.js'
import { createTestWindow } from '../../test/windows.js'
import { parseAppMessage, parseFrameMessage, protocolName, protocolVersion, requests } from './index.js'

/** Rounds in `npm test`, multiplied by `ATTACK_ROUNDS`; `npm run fuzz` makes it a million messages. */
const rounds = (usual: number) => usual * Number(process.env['ATTACK_ROUNDS'] ?? '1')
const header = { protocol: protocolName, version: protocolVersion }
const user = { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', networkId: 'eip155:1' }
const never = () => new Promise<never>(() => {})

const kinds = fc.constantFrom('request', 'abort', 'ping', 'pong', 'success', 'error', 'event', '__proto__', 7)
const types = fc.constantFrom(
  ...Object.keys(requests),
  'ready',
  'refused',
  'session',
  'view',
  'disconnected',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
)
const rubbish = fc.anything({
  key: fc.oneof(
    fc.constantFrom('email', 'otp', 'uri', 'networkId', 'method', 'params', '__proto__', 'then'),
    fc.string(),
  ),
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withTypedArray: true,
  withSparseArray: true,
  withNullPrototype: true,
  maxDepth: 4,
})
/** Requests and answers as they should be. */
const fitting: Readonly<Record<string, object>> = {
  switchNetwork: { networkId: 'eip155:1', rpcUrl: 'https://node.example' },
  connectEmail: { email: 'person@example.com' },
  connectOtp: { otp: '123456' },
  connectToken: { token: 'a.b.c' },
  getUser: user,
  rpcRequest: { networkId: 'eip155:1', method: 'personal_sign', params: ['0x00', user.address] },
  syncTheme: { themeMode: 'dark', themeVariables: { '--lk-accent': '#fff' } },
  ready: { instance: '0'.repeat(32) },
  view: { view: 'approve' },
  size: { height: 100 },
  session: { token: 'a.b.c' },
}
/** A payload with one wrong member: changed, missing, or extra. */
const almost = fc
  .tuple(
    fc.constantFrom(...Object.entries(fitting)),
    fc.nat(4),
    rubbish,
    fc.constantFrom('__proto__', 'then', 'extra'),
  )
  .map(([[type, payload], place, other, name]) => {
    const names = Object.keys(payload)
    const chosen = names[place % (names.length + 1)] ?? name
    const changed = { ...payload }
    Object.defineProperty(changed, chosen, { value: other, enumerable: true, configurable: true })
    return { type, payload: changed }
  })
const message = (ids: readonly string[]) =>
  fc.oneof(
    { weight: 1, arbitrary: rubbish },
    {
      weight: 3,
      arbitrary: fc
        .tuple(
          almost,
          fc.constantFrom('request', 'event', 'success'),
          fc.oneof(fc.constantFrom(...ids), fc.stringMatching(/^[0-9a-f]{32}$/)),
        )
        .map(([{ type, payload }, kind, id]) => ({ ...header, kind, id, type, payload })),
    },
    {
      weight: 4,
      arbitrary: fc.record(
        {
          protocol: fc.oneof(
            { weight: 9, arbitrary: fc.constant(protocolName) },
            { weight: 1, arbitrary: rubbish },
          ),
          version: fc.oneof(
            { weight: 9, arbitrary: fc.constant(protocolVersion) },
            { weight: 1, arbitrary: rubbish },
          ),
          kind: kinds,
          id: fc.oneof(fc.constantFrom(...ids), fc.stringMatching(/^[0-9a-f]{32}$/), rubbish),
          type: fc.oneof(types, fc.string()),
          payload: fc.oneof(rubbish, fc.constant({}), fc.constant({ otp: '123456' }), fc.constant(user)),
          error: fc.oneof(
            rubbish,
            fc.constant({ code: 'code_wrong', message: '<img src=x onerror=alert(1)>' }),
          ),
        },
        { requiredKeys: ['protocol', 'version', 'kind'] },
      ),
    },
  )

describe('a million messages', () => {
  test('from the frame break nothing: every request ends, and no timer is left', async () => {
    const { clock, app, frame, channel, served } = connect({ getUser: never, rpcRequest: never })
    served.ready()
    await clock.pass(500)
    served.close()
    const open = [
      watch(channel.request('getUser', {})),
      watch(channel.request('rpcRequest', { networkId: 'eip155:1', method: 'personal_sign' })),
      watch(channel.request('isConnected', {})),
    ]
    await clock.pass(0)
    const ids = frame.received.flatMap((data) => (data as { id?: string }).id ?? [])
    let delivered = 0
    fc.assert(
      fc.property(message(ids), (data) => {
        delivered += 1
        app.deliver({ data, origin: frameOrigin, source: frame.seenBy(app) })
      }),
      { numRuns: rounds(25_000) },
    )
    expect(delivered).toBeGreaterThanOrEqual(rounds(25_000))
    await clock.pass(120_000)
    expect(open.every(({ done }) => done)).toBe(true)
    expect(clock.pending()).toBe(0)
    const counts = channel.ignored()
    for (const why of ['not-ours', 'other-version', 'malformed', 'unknown-type', 'unknown-id'] as const) {
      expect(counts[why], why).toBeGreaterThan(0)
    }
    expect(({} as Record<string, unknown>)['email']).toBeUndefined()
  })

  test('from the app break nothing: the frame answers the next one as ever', async () => {
    const asked: unknown[] = []
    const { clock, app, frame, channel, served } = connect({
      connectOtp: ({ otp }) => void asked.push(otp),
      getUser: () => user,
    })
    served.ready()
    await clock.pass(500)
    fc.assert(
      fc.property(message(['0'.repeat(32), 'f'.repeat(32)]), (data) => {
        frame.deliver({ data, origin: appOrigin, source: app.seenBy(frame) })
      }),
      { numRuns: rounds(25_000) },
    )
    await clock.pass(0)
    expect(await channel.request('getUser', {})).toEqual(user)
    expect(asked.every((otp) => typeof otp === 'string' && /^\d{6}$/.test(otp))).toBe(true)
    const counts = served.ignored()
    for (const why of [
      'not-ours',
      'other-version',
      'malformed',
      'unknown-type',
      'unknown-id',
      'replayed',
    ] as const) {
      expect(counts[why], why).toBeGreaterThan(0)
    }
  })
})

describe('a message', () => {
  const strangers = [
    ['another origin in the frame’s window', 'https://evil.example', true, 'wrong-origin'],
    ['another window of the frame’s origin', frameOrigin, false, 'wrong-source'],
    ['an origin that only begins like it', `${frameOrigin}.evil.example`, true, 'wrong-origin'],
    ['the origin null', 'null', true, 'wrong-origin'],
  ] as const
  test.each(strangers)('from %s answers nothing', async (_, origin, isFrame, why) => {
    const { clock, app, frame, channel, served } = connect({ getUser: never })
    served.ready()
    await clock.pass(500)
    const answer = watch(channel.request('getUser', {}))
    await clock.pass(0)
    const { id } = frame.received.at(-1) as { id: string }
    const source = isFrame ? frame.seenBy(app) : createTestWindow(origin).seenBy(app)
    for (const data of [
      { ...header, kind: 'success', id, payload: user },
      { ...header, kind: 'error', id, error: { code: 'failed' } },
      { ...header, kind: 'event', type: 'disconnected', payload: {} },
    ]) {
      app.deliver({ data, origin, source })
    }
    await clock.pass(0)
    expect(answer.done).toBe(false)
    expect(channel.ignored()).toMatchObject({ [why]: 3 })
    channel.close()
  })

  test.each([
    ['another origin', 'https://evil.example', 'wrong-origin'],
    ['another window of the app’s origin', appOrigin, 'wrong-source'],
  ] as const)('to the frame from %s does nothing', async (_, origin, why) => {
    const asked: unknown[] = []
    const { clock, frame, served } = connect({ connectOtp: ({ otp }) => void asked.push(otp) })
    const source = createTestWindow(origin).seenBy(frame)
    const data = {
      ...header,
      kind: 'request',
      id: 'a'.repeat(32),
      type: 'connectOtp',
      payload: { otp: '123456' },
    }
    frame.deliver({ data, origin, source })
    await clock.pass(0)
    expect(asked).toEqual([])
    expect(served.ignored()).toEqual({ [why]: 1 })
  })

  test('that is sent again does nothing again, in either direction', async () => {
    const asked: unknown[] = []
    const { clock, app, frame, channel, served } = connect({
      connectOtp: ({ otp }) => void asked.push(otp),
      isConnected: () => ({ isConnected: true }),
    })
    served.ready()
    await clock.pass(500)
    await channel.request('connectOtp', { otp: '123456' })
    const request = frame.received.at(-1)
    const reply = app.received.at(-1) as { id: string }
    for (let times = 0; times < 3; times += 1) app.sendTo(frame, request)
    await clock.pass(0)
    expect(asked).toEqual(['123456'])
    expect(served.ignored()).toEqual({ replayed: 3 })

    const next = watch(channel.request('isConnected', {}))
    app.deliver({ data: reply, origin: frameOrigin, source: frame.seenBy(app) })
    app.deliver({ data: { ...reply, id: 'b'.repeat(32) }, origin: frameOrigin, source: frame.seenBy(app) })
    await clock.pass(0)
    expect(next).toMatchObject({ value: { isConnected: true } })
    expect(channel.ignored()).toEqual({ 'unknown-id': 2 })
  })

  test('may be shaped to cost much, and does not', () => {
    const shared: unknown[] = []
    let bomb: unknown = shared
    for (let depth = 0; depth < 40; depth += 1) bomb = [bomb, bomb]
    const cycle: Record<string, unknown> = {}
    cycle['self'] = cycle
    let deep: unknown = 1
    for (let depth = 0; depth < 5000; depth += 1) deep = [deep]
    const long = 'x'.repeat(2_000_000)
    for (const params of [
      bomb,
      cycle,
      deep,
      long,
      new Array(4_294_967_295),
      Array.from({ length: 30_000 }, () => 1),
    ]) {
      const data = {
        ...header,
        kind: 'request',
        id: 'a'.repeat(32),
        type: 'rpcRequest',
        payload: { networkId: 'eip155:1', method: 'eth_call', params },
      }
      expect(parseAppMessage(data)).toEqual({ ignored: 'malformed' })
    }
  })

  test('cannot reach a prototype', () => {
    const payload = JSON.parse(
      '{"networkId":"eip155:1","method":"eth_call","params":[{"__proto__":{"polluted":true}}]}',
    )
    const data = { ...header, kind: 'request', id: 'a'.repeat(32), type: 'rpcRequest', payload }
    expect(parseAppMessage(data)).toEqual({ ignored: 'malformed' })
    for (const type of ['__proto__', 'constructor', 'toString']) {
      expect(parseAppMessage({ ...data, type, payload: {} })).toEqual({ ignored: 'unknown-type' })
      expect(parseFrameMessage({ ...header, kind: 'event', type })).toEqual({ ignored: 'unknown-type' })
    }
  })
})

test('a thousand requests at once are refused above 32, and the frame goes on', async () => {
  const { clock, channel, served } = connect({
    rpcRequest: never,
    isConnected: () => ({ isConnected: true }),
  })
  served.ready()
  await clock.pass(500)
  const stop = new AbortController()
  const payload = { networkId: 'eip155:1', method: 'personal_sign', params: [] }
  const answers = Array.from({ length: 1000 }, () =>
    watch(channel.request('rpcRequest', payload, { signal: stop.signal })),
  )
  await clock.pass(0)
  expect(answers.filter(({ code }) => code === 'too_many_requests')).toHaveLength(968)
  stop.abort()
  await clock.pass(0)
  expect(answers.every(({ done }) => done)).toBe(true)
  expect(await channel.request('isConnected', {})).toEqual({ isConnected: true })
})
