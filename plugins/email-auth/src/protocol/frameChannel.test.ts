import { describe, expect, test } from 'vitest'
import { connect, frameOrigin, watch } from '../../test/connected.js'
import { createTestClock } from '../../test/testClock.js'
import { createTestWindow } from '../../test/windows.js'
import {
  createWindowPort,
  FrameError,
  type FrameView,
  protocolName,
  protocolVersion,
  type RequestType,
  requests,
} from './index.js'

const user = {
  email: 'person@example.com',
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  networkId: 'eip155:1',
}
const never = () => new Promise<never>(() => {})

describe('a request to the frame', () => {
  test('is answered by the reply of its id, and by nothing else', async () => {
    const { clock, channel, served } = connect({
      connectEmail: ({ email }) => ({ action: email.startsWith('new') ? 'VERIFY_DEVICE' : 'VERIFY_OTP' }),
      getUser: () => user,
    })
    served.ready('1.2.3')
    await clock.pass(1000)
    const both = [
      channel.request('connectEmail', { email: 'new@example.com' }),
      channel.request('connectEmail', { email: 'old@example.com' }),
    ]
    expect(await Promise.all(both)).toEqual([{ action: 'VERIFY_DEVICE' }, { action: 'VERIFY_OTP' }])
    expect(await channel.request('getUser', {})).toEqual(user)
    expect(clock.pending()).toBe(0)
  })

  test('is told when the person is asked about it and when they have decided, and of no other request', async () => {
    const wait = (milliseconds: number) =>
      new Promise<void>((resolve) => clock.setTimeout(resolve, milliseconds))
    const { clock, channel, served } = connect({
      rpcRequest: async ({ method }, { signal }) => {
        if (method === 'eth_sendTransaction') await wait(2_000)
        const request = served.requestOf(signal) as string
        served.emit({ type: 'view', payload: { view: 'approve', request } })
        await wait(1_000)
        served.emit({ type: 'view', payload: { view: null, request } })
        return { result: method }
      },
    })
    served.ready()
    await clock.pass(1_000)
    const views: [string, FrameView | null][] = []
    const ask = (method: string) =>
      channel.request(
        'rpcRequest',
        { networkId: 'eip155:1', method },
        { onView: (view) => views.push([method, view]) },
      )
    const both = Promise.all([ask('eth_sendTransaction'), ask('personal_sign')])
    await clock.pass(1_500)
    expect(views).toEqual([
      ['personal_sign', 'approve'],
      ['personal_sign', null],
    ])
    await clock.pass(2_000)
    await both
    expect(views.slice(2)).toEqual([
      ['eth_sendTransaction', 'approve'],
      ['eth_sendTransaction', null],
    ])
    // What is answered isn't told of any more, whatever the frame says.
    for (const request of ['0'.repeat(32), 'f'.repeat(32)])
      served.emit({ type: 'view', payload: { view: 'approve', request } })
    await clock.pass(0)
    expect(views).toHaveLength(4)
  })

  test('waits for the frame, and 500 ms more, to the millisecond', async () => {
    const asked: string[] = []
    const { clock, channel, served } = connect({
      isConnected() {
        asked.push('isConnected')
        return { isConnected: false }
      },
    })
    const answer = watch(channel.request('isConnected', {}))
    await clock.pass(19_000)
    served.ready()
    await clock.pass(499)
    expect(asked).toEqual([])
    await clock.pass(1)
    expect(asked).toEqual(['isConnected'])
    expect(answer).toMatchObject({ done: true, value: { isConnected: false } })
  })

  test.each(['syncTheme', 'syncDappData', 'setPreferredAccount'] as const)(
    '%s neither waits the 500 ms nor fails after 20 s',
    async (type) => {
      const asked: RequestType[] = []
      const { clock, channel, served } = connect({
        syncTheme: () => void asked.push('syncTheme'),
        syncDappData: () => void asked.push('syncDappData'),
        setPreferredAccount({ type: kind }) {
          asked.push('setPreferredAccount')
          return { type: kind, address: user.address }
        },
      })
      const payload = {
        syncTheme: { themeMode: 'dark' },
        syncDappData: { projectId: 'p' },
        setPreferredAccount: { type: 'eoa' },
      }
      const answer = watch(channel.request(type, payload[type] as never))
      await clock.pass(60_000)
      expect(answer.done).toBe(false)
      served.ready()
      await clock.pass(0)
      expect(asked).toEqual([type])
      expect(answer).toMatchObject({ done: true })
      expect(answer.code).toBeUndefined()
    },
  )

  test('fails with iframe_load_failed when 20 s passed without the frame, and not before', async () => {
    const { clock, channel } = connect()
    const answer = watch(channel.request('getUser', {}))
    await clock.pass(19_999)
    expect(answer.done).toBe(false)
    await clock.pass(1)
    expect(answer).toMatchObject({ done: true, code: 'iframe_load_failed' })
    expect(clock.pending()).toBe(0)
  })

  const limited = (Object.keys(requests) as RequestType[]).filter((type) => 'limit' in requests[type])
  test('of the kinds the specification names has a limit of 30 s', () => {
    for (const type of [
      'connectEmail',
      'connectDevice',
      'connectOtp',
      'connectSocial',
      'getSocialRedirectUri',
    ] as const) {
      expect(requests[type], type).toMatchObject({ limit: 30_000 })
    }
  })

  test.each(limited)(
    '%s fails with iframe_request_timeout at its limit, and the frame is told to stop',
    async (type) => {
      const aborted: unknown[] = []
      const wait = (_: unknown, { signal }: { signal: AbortSignal }) => {
        signal.addEventListener('abort', () => aborted.push(type))
        return never()
      }
      const { clock, channel, served } = connect({ [type]: wait })
      served.ready()
      await clock.pass(500)
      const answer = watch(channel.request(type, samples[type] as never))
      const { limit } = requests[type] as { limit: number }
      await clock.pass(limit - 1)
      expect(answer).toEqual({ done: false })
      await clock.pass(1)
      expect(answer).toMatchObject({ done: true, code: 'iframe_request_timeout' })
      expect(aborted).toEqual([type])
      expect(clock.pending()).toBe(0)
    },
  )

  test.each(limited)(
    '%s that a killed frame doesn’t answer leaves it known as lost; a slow one isn’t',
    async (type) => {
      const { clock, channel, served } = connect({ [type]: never })
      served.ready()
      await clock.pass(500)
      const { limit } = requests[type] as { limit: number }
      const slow = watch(channel.request(type, samples[type] as never))
      await clock.pass(limit)
      expect(slow).toMatchObject({ code: 'iframe_request_timeout' })
      expect(channel.isFrameLost()).toBe(false)
      served.close()
      const lost = watch(channel.request(type, samples[type] as never))
      await clock.pass(limit)
      expect(lost).toMatchObject({ code: 'iframe_request_timeout' })
      // Pings go out every 10 s: what is limited to less ends before they tell.
      expect(channel.isFrameLost()).toBe(limit >= 30_000)
      expect(clock.pending()).toBe(0)
    },
  )

  const patient = (Object.keys(requests) as RequestType[]).filter((type) => requests[type].pace === 'person')
  test.each(patient)('%s waits for the person as long as the frame is there', async (type) => {
    const { clock, channel, served } = connect({ [type]: never })
    served.ready()
    await clock.pass(500)
    const answer = watch(channel.request(type, samples[type] as never))
    await clock.pass(3_600_000)
    expect(answer).toEqual({ done: false })
    // The frame's process is killed: nothing answers any more, and no event tells.
    served.close()
    await clock.pass(30_000)
    expect(answer).toMatchObject({ done: true, code: 'frame_gone' })
    expect(clock.pending()).toBe(0)
  })

  test('ends when its signal is aborted, before and after it was sent', async () => {
    const { clock, channel, served } = connect({ rpcRequest: never })
    const payload = { networkId: 'eip155:1', method: 'personal_sign', params: ['0x00', user.address] }
    const [early, late] = [new AbortController(), new AbortController()]
    const first = watch(channel.request('rpcRequest', payload, { signal: early.signal }))
    early.abort()
    served.ready()
    await clock.pass(500)
    const second = watch(channel.request('rpcRequest', payload, { signal: late.signal }))
    await clock.pass(10)
    late.abort('closed')
    await clock.pass(0)
    expect(first).toMatchObject({ code: 'aborted' })
    expect(second).toMatchObject({
      code: 'aborted',
      error: { cause: 'closed', message: 'Request was aborted' },
    })
    await expect(channel.request('getUser', {}, { signal: late.signal })).rejects.toMatchObject({
      code: 'aborted',
    })
    expect(clock.pending()).toBe(0)
  })

  test('ends when the frame was reloaded under it; one that was not sent yet goes to the new frame', async () => {
    const { clock, channel, served } = connect({ getUser: never, isConnected: () => ({ isConnected: true }) })
    served.ready()
    await clock.pass(500)
    const lost = watch(channel.request('getUser', {}))
    await clock.pass(10)
    served.ready()
    await clock.pass(0)
    expect(lost).toMatchObject({ code: 'frame_gone' })
    const kept = watch(channel.request('isConnected', {}))
    await clock.pass(500)
    expect(kept).toMatchObject({ value: { isConnected: true } })
  })

  test('ends when the channel is closed, in whatever state it is', async () => {
    const { clock, channel, served } = connect({ getUser: never })
    const states = [watch(channel.request('getUser', {})), watch(channel.request('syncTheme', {}))]
    served.ready()
    await clock.pass(500)
    states.push(watch(channel.request('getUser', {})))
    channel.close()
    await clock.pass(0)
    expect(states.filter(({ code }) => code === 'frame_gone').length).toBe(2)
    await expect(channel.request('getUser', {})).rejects.toMatchObject({ code: 'frame_gone' })
    expect(clock.pending()).toBe(0)
  })

  test('ends with unverified_domain when the service does not serve the app', async () => {
    const { clock, channel, served, events } = connect()
    const answer = watch(channel.request('getUser', {}))
    served.emit({ type: 'refused', payload: { reason: 'unverified_domain' } })
    await clock.pass(0)
    expect(answer).toMatchObject({ code: 'unverified_domain' })
    expect(events).toEqual([{ type: 'refused', payload: { reason: 'unverified_domain' } }])
    await expect(channel.request('getUser', {})).rejects.toMatchObject({ code: 'unverified_domain' })
  })

  test('gets the frame’s own words, or "An error occurred", and never those of a fault', async () => {
    const { clock, channel, served, faults } = connect({
      connectOtp: () => {
        throw new FrameError('code_wrong', 'That code is not right.', { retryAfter: 4 })
      },
      signOut: () => {
        throw new Error('SELECT secret FROM share')
      },
      connectDevice: () => {
        throw new FrameError('device_not_approved', undefined, { nothingSigned: true })
      },
    })
    served.ready()
    await clock.pass(500)
    await expect(channel.request('connectOtp', { otp: '123456' })).rejects.toMatchObject({
      code: 'code_wrong',
      message: 'That code is not right.',
      retryAfter: 4,
      nothingSigned: false,
    })
    await expect(channel.request('signOut', undefined)).rejects.toMatchObject({
      code: 'failed',
      message: 'An error occurred',
    })
    await expect(channel.request('connectDevice', undefined)).rejects.toMatchObject({
      message: 'An error occurred',
      nothingSigned: true,
    })
    await expect(channel.request('reload', undefined)).rejects.toMatchObject({ code: 'not_available' })
    expect(faults).toHaveLength(1)
  })

  test('is refused at once when it cannot be sent', async () => {
    const { channel, clock } = connect()
    const ask = channel.request as (type: string, payload: unknown) => Promise<unknown>
    for (const [type, payload, message] of [
      ['connectEmail', { email: 'nobody' }, 'connectEmail.email: Invalid email'],
      ['connectEmail', { email: 'a@example.com\r\nBcc: b@example.com' }, 'connectEmail.email: Invalid email'],
      [
        'rpcRequest',
        { networkId: 'eip155:1', method: 'eth_call', params: [1n] },
        'rpcRequest can carry plain',
      ],
      ['switchNetwork', { networkId: 'eip155:0' }, 'switchNetwork.networkId'],
    ] as const) {
      await expect(ask(type, payload)).rejects.toMatchObject({
        code: 'invalid_request',
        message: expect.stringContaining(message),
      })
    }
    expect(clock.pending()).toBe(0)
  })

  test('fails with invalid_reply when the answer is none', async () => {
    const { clock, app, frame, channel, served } = connect()
    served.ready()
    served.close()
    await clock.pass(500)
    const answer = watch(channel.request('getUser', {}))
    await clock.pass(0)
    const { id } = frame.received.at(-1) as { id: string }
    frame.sendTo(app, {
      protocol: protocolName,
      version: protocolVersion,
      kind: 'success',
      id,
      payload: { address: 1 },
    })
    await clock.pass(0)
    expect(answer).toMatchObject({ code: 'invalid_reply' })
  })
})

describe('everything an app can ask', () => {
  const types = Object.keys(requests) as RequestType[]

  test.each(types)('%s goes to the frame, and its answer comes back', async (type) => {
    const asked: unknown[] = []
    const handler = (payload: unknown) => {
      asked.push(payload)
      return replies[type]
    }
    const { clock, channel, served } = connect({ [type]: handler })
    served.ready('1.2.3')
    await clock.pass(500)
    expect(await channel.request(type, samples[type] as never)).toEqual(replies[type])
    expect(asked).toEqual([samples[type]])
  })

  test.each(types)('%s may be refused by the frame', async (type) => {
    const handler = () => {
      throw new FrameError('service_unavailable', 'The service is down.')
    }
    const { clock, channel, served } = connect({ [type]: handler })
    served.ready()
    await clock.pass(500)
    await expect(channel.request(type, samples[type] as never)).rejects.toMatchObject({
      code: 'service_unavailable',
      message: 'The service is down.',
    })
  })

  test.each(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT'] as const)(
    'connectEmail may answer %s',
    async (action) => {
      const { clock, channel, served } = connect({ connectEmail: () => ({ action }) })
      served.ready()
      await clock.pass(500)
      expect(await channel.request('connectEmail', { email: 'person@example.com' })).toEqual({ action })
    },
  )

  test.each(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP'] as const)(
    'updateEmail may answer %s',
    async (action) => {
      const { clock, channel, served } = connect({ updateEmail: () => ({ action }) })
      served.ready()
      await clock.pass(500)
      expect(await channel.request('updateEmail', { email: 'other@example.com' })).toEqual({ action })
    },
  )

  test('a social login may be asked of each provider that redirects, and of no other', async () => {
    const { clock, channel, served } = connect({
      getSocialRedirectUri: ({ provider }) => ({ uri: `https://wallet.example.org/${provider}` }),
    })
    served.ready()
    await clock.pass(500)
    for (const provider of ['google', 'github', 'apple', 'facebook', 'x', 'discord'] as const) {
      expect(await channel.request('getSocialRedirectUri', { provider })).toEqual({
        uri: `https://wallet.example.org/${provider}`,
      })
    }
    for (const provider of ['farcaster', 'myspace', '__proto__']) {
      await expect(channel.request('getSocialRedirectUri', { provider } as never)).rejects.toMatchObject({
        code: 'invalid_request',
      })
    }
  })

  test('ready may come with a version, and without one', async () => {
    const { clock, served, events } = connect()
    served.ready('4')
    served.ready()
    await clock.pass(0)
    expect(events).toMatchObject([
      { type: 'ready', payload: { version: '4' } },
      { type: 'ready', payload: { instance: expect.stringMatching(/^[0-9a-f]{32}$/) } },
    ])
  })
})

describe('a port', () => {
  test.each(['*', 'null', '', 'https://wallet.example.org/', 'https://wallet.example.org/path', 'file://'])(
    'refuses "%s" as the origin of the other window',
    (peerOrigin) => {
      const own = createTestWindow('https://app.example.com')
      expect(() => createWindowPort({ own, peer: () => null, peerOrigin })).toThrow(TypeError)
    },
  )

  test('names the exact origin of the other window with everything it sends', () => {
    const targets: string[] = []
    const peer = { postMessage: (_: unknown, target: string) => void targets.push(target) }
    const port = createWindowPort({
      own: createTestWindow('https://app.example.com'),
      peer: () => peer,
      peerOrigin: frameOrigin,
    })
    port.post({})
    expect(targets).toEqual([frameOrigin])
  })
})

test('the test clock runs timers in order', async () => {
  const clock = createTestClock()
  const order: number[] = []
  clock.setTimeout(() => order.push(2), 20)
  clock.setTimeout(() => order.push(1), 10)
  await clock.pass(20)
  expect(order).toEqual([1, 2])
})

/** A payload that fits, for each request. */
const samples: Readonly<Record<RequestType, unknown>> = {
  switchNetwork: { networkId: 'eip155:10' },
  connectEmail: { email: 'person@example.com' },
  connectDevice: undefined,
  connectOtp: { otp: '012345' },
  getSocialRedirectUri: { provider: 'google' },
  connectSocial: { uri: 'https://wallet.example.org/callback?code=1' },
  getFarcasterUri: undefined,
  connectFarcaster: undefined,
  connectPasskey: undefined,
  connectToken: { token: 'a.b.c' },
  getUser: {},
  signOut: undefined,
  isConnected: {},
  getNetwork: undefined,
  rpcRequest: { networkId: 'eip155:1', method: 'eth_blockNumber' },
  updateEmail: { email: 'other@example.com' },
  updateEmailPrimaryOtp: { otp: '123456' },
  updateEmailSecondaryOtp: { otp: '123456' },
  syncTheme: {},
  syncDappData: { projectId: 'project' },
  getSmartAccountNetworks: undefined,
  initSmartAccount: undefined,
  setPreferredAccount: { type: 'eoa' },
  exportKey: undefined,
  addRecovery: { kind: 'code' },
  getRecovery: undefined,
  getUpgrade: undefined,
  undoUpgrade: undefined,
  getStuckOperations: undefined,
  replaceOperation: { hash: `0x${'1'.repeat(64)}` },
  reload: undefined,
}

/** An answer that fits, for each request. */
const replies: Readonly<Record<RequestType, unknown>> = {
  switchNetwork: { networkId: 'eip155:10' },
  connectEmail: { action: 'VERIFY_OTP' },
  connectDevice: undefined,
  connectOtp: undefined,
  getSocialRedirectUri: { uri: 'https://accounts.example.net/authorize' },
  connectSocial: { email: null, userName: 'Alice' },
  getFarcasterUri: { url: 'https://farcaster.example.net/connect' },
  connectFarcaster: { userName: 'Alice' },
  connectPasskey: { email: null, userName: 'Alice' },
  connectToken: { email: null, userName: 'Alice' },
  getUser: {
    ...user,
    userName: 'person',
    accounts: [{ address: user.address, type: 'eoa' }],
    smartAccountDeployed: false,
    preferredAccountType: 'smartAccount',
  },
  signOut: undefined,
  isConnected: { isConnected: true },
  getNetwork: { networkId: 'eip155:1' },
  rpcRequest: { result: { blocks: ['0x1'] } },
  updateEmail: { action: 'VERIFY_PRIMARY_OTP' },
  updateEmailPrimaryOtp: undefined,
  updateEmailSecondaryOtp: { newEmail: 'other@example.com' },
  syncTheme: undefined,
  syncDappData: undefined,
  getSmartAccountNetworks: { networks: [1, 10, 8453] },
  initSmartAccount: { address: user.address, isDeployed: false },
  setPreferredAccount: { type: 'eoa', address: user.address },
  exportKey: undefined,
  addRecovery: undefined,
  getRecovery: { passkeys: 1, hasCode: false },
  getUpgrade: { upgrade: { address: user.address, name: 'Known code' } },
  undoUpgrade: { hash: `0x${'1'.repeat(64)}` },
  getStuckOperations: { operations: [{ hash: `0x${'1'.repeat(64)}`, seconds: 31 }] },
  replaceOperation: { hash: `0x${'2'.repeat(64)}`, outcome: 'failed' },
  reload: undefined,
}
