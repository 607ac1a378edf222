// The plugin before wallets of others: what they answer, leave out, and say falsely.
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { Storage, UserRejectedError } from '@latchkey/kernel/plugin'
import { createClient, custom, decodeFunctionData, type Hex, numberToHex } from 'viem'
import { afterEach, expect, it, test } from 'vitest'
import type { SessionRequest } from '../SmartSessionsService.js'
import { managerAbi, permissionContracts } from '../sdk/contracts.js'
import { decodeContext, encodeContext, hashDelegation } from '../sdk/delegation.js'
import { caveatsOf } from '../sdk/terms.js'
import { createSmartSessions, type SmartSessionsTools } from './createSmartSessions.js'

const own: Hex = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const holder: Hex = '0x5555555555555555555555555555555555555555'
const until = 4_000_000_000
const asked: SessionRequest = { allowance: { kind: 'native', amount: 10n }, holder, until }

let salt = 0n
function contextOf(request: SessionRequest, delegator: Hex = own): Hex {
  salt += 1n
  const caveats = caveatsOf({ from: 0, ...request })
  return encodeContext({ delegate: request.holder, delegator, caveats, salt, signature: '0x12' })
}
const given = (request: SessionRequest = asked, more: object = {}) => ({
  chainId: '0x1',
  context: contextOf(request),
  delegationManager: permissionContracts.delegationManager,
  dependencies: [],
  ...more,
})
type Given = ReturnType<typeof given>

let stop: (() => Promise<void>) | undefined
afterEach(() => stop?.())

interface Setting {
  readonly answers?: Readonly<Record<string, (params: any) => unknown>>
  readonly stored?: string
  readonly isConnected?: boolean
}

/** A wallet that answers as it likes, on a chain that knows what was ended. */
function open({ answers = {}, stored, isConnected = true }: Setting = {}) {
  const ended = new Set<string>()
  const requests: { readonly method: string; readonly params: any }[] = []
  const provider = {
    async request({ method, params }: { readonly method: string; readonly params?: any }) {
      requests.push({ method, params })
      const answer = answers[method]
      if (!answer) throw Object.assign(new Error('no such method'), { code: -32601 })
      return answer(params)
    },
  }
  const client = createClient({
    transport: custom({
      async request({ method, params }: { method: string; params: any }) {
        if (method !== 'eth_call') return { timestamp: '0x65000000', number: '0x1', transactions: [] }
        const { data } = params[0] as { data: Hex }
        try {
          const { args } = decodeFunctionData({ abi: managerAbi, data })
          return numberToHex(ended.has(String(args?.[0])) ? 1 : 0, { size: 32 })
        } catch {
          return numberToHex(3, { size: 32 })
        }
      },
    }),
  })
  const initial = stored === undefined ? {} : { 'latchkey:smartSessions.given': stored }
  const kernel = createKernel([], { storage: memoryStorage(initial), logLevel: 'silent' })
  stop = () => kernel.dispose()
  const wallet = { account: { address: own }, networkId: 'eip155:1', provider: () => provider }
  const opened: string[] = []
  const left: unknown[] = []
  const state = { sessions: [], status: 'idle' } as SmartSessionsTools['state']
  const navigation = { draws: () => true, open: ({ name }: { name: string }) => opened.push(name), state: {} }
  const service = createSmartSessions({
    clients: { client: async () => client },
    networks: { find: () => ({ nativeCurrency: { symbol: 'ETH', decimals: 18 } }) },
    session: { disconnect: async (options: unknown) => void left.push(options) },
    wallets: { active: () => (isConnected ? wallet : undefined) },
    storage: kernel.get(Storage),
    navigation,
    state,
  } as unknown as SmartSessionsTools)
  const end = (context: string) => {
    const delegation = decodeContext(context)
    if (delegation) ended.add(hashDelegation(delegation))
  }
  return { service, state, requests, end, opened, left }
}

it('passes the request to a wallet of its own, and lists what it gave with what the chain says', async () => {
  const one = given()
  const { service, state, requests, opened } = open({
    answers: { wallet_requestExecutionPermissions: () => [one] },
  })
  const [session] = await service.grant([asked])
  expect(session).toMatchObject({ networkId: 'eip155:1', address: own, terms: { holder, until } })
  expect(requests[0]?.params).toEqual([
    {
      chainId: '0x1',
      from: own,
      to: holder,
      permission: {
        type: 'native-token-allowance',
        isAdjustmentAllowed: false,
        data: { allowanceAmount: '0xa' },
      },
      rules: [{ type: 'expiry', data: { timestamp: until } }],
    },
  ])
  expect(opened).toEqual(['SmartSessionCreated'])
  await service.read()
  expect(state).toMatchObject({
    status: 'ready',
    sessions: [{ id: session?.id, status: 'active', left: 7n }],
  })
})

test.each<[string, () => unknown]>([
  ['nothing', () => undefined],
  ['no list', () => given()],
  ['fewer', () => []],
  ['more', () => [given(), given()]],
  ['rubbish', () => [{ context: 5 }]],
  ['a context that is no hex', () => [given(asked, { context: 'x' })]],
  ['another chain', () => [given(asked, { chainId: '0x2' })]],
  ['a larger amount', () => [given({ ...asked, allowance: { kind: 'native', amount: 11n } })]],
  ['a later end', () => [given({ ...asked, until: until + 1 })]],
  ['another holder', () => [given({ ...asked, holder: own })]],
  ['another kind', () => [given({ ...asked, allowance: { kind: 'token', token: own, amount: 10n } })]],
])('says so when a wallet answers with %s', async (_, answer) => {
  const { service, opened } = open({ answers: { wallet_requestExecutionPermissions: answer } })
  await expect(service.grant([asked])).rejects.toMatchObject({ code: 'SESSIONS_ANSWER_OTHER' })
  expect(opened).toEqual([])
})

it('takes limits that aren’t known here from a wallet that has its own contracts', async () => {
  const { service, state } = open({
    answers: {
      wallet_requestExecutionPermissions: () => [given(asked, { delegationManager: own, context: '0x1234' })],
    },
  })
  const [session] = await service.grant([asked])
  expect(session).toMatchObject({ id: '0x1234', terms: undefined })
  await service.read()
  expect(state.sessions).toMatchObject([{ status: 'unknown', terms: undefined }])
})

it('says the true sentence for a wallet that can’t, and passes a refusal on', async () => {
  await expect(open().service.grant([asked])).rejects.toMatchObject({ code: 'SESSIONS_UNSUPPORTED' })
  const declines = () => {
    throw new UserRejectedError()
  }
  const declined = open({ answers: { wallet_requestExecutionPermissions: declines } })
  await expect(declined.service.grant([asked])).rejects.toMatchObject({ code: 'USER_REJECTED' })
  const none = open({ isConnected: false })
  for (const run of [
    () => none.service.grant([asked]),
    () => none.service.read(),
    () => none.service.end([]),
  ]) {
    await expect(run()).rejects.toMatchObject({ code: 'SESSIONS_NO_WALLET' })
  }
})

test.each([
  ['no JSON', 'x'],
  ['no list', '{"a":1}'],
  ['rubbish', JSON.stringify([null, 7, 'x', {}, { context: '0x', networkId: 'eip155:1', address: own }])],
  ['another account', JSON.stringify([{ ...given(), networkId: 'eip155:1', address: holder }])],
])('shows nothing of storage that has %s', async (_, stored) => {
  const { service, state } = open({ stored })
  await service.read()
  expect(state).toEqual({ sessions: [], status: 'ready' })
})

it('shows no terms for another account’s permission that storage says is of this one', async () => {
  const foreign = { ...given(), context: contextOf(asked, holder), networkId: 'eip155:1', address: own }
  const { service, state } = open({ stored: JSON.stringify([foreign]) })
  await service.read()
  expect(state.sessions).toMatchObject([{ terms: undefined }])
})

it('ends all at once where the wallet can, and one after the other where it ends the first', async () => {
  for (const endsAll of [true, false]) {
    const list: readonly Given[] = [given(), given()]
    const opened = open({
      answers: {
        wallet_getGrantedExecutionPermissions: () => list,
        wallet_revokeExecutionPermission: (params: readonly { permissionContext: string }[]) => {
          for (const { permissionContext } of endsAll ? params : params.slice(0, 1))
            opened.end(permissionContext)
          return {}
        },
      },
    })
    const { service, state, requests, left } = opened
    await service.endAllAndDisconnect()
    const asks = requests.filter(({ method }) => method === 'wallet_revokeExecutionPermission')
    expect(asks.map(({ params }) => params.length)).toEqual(endsAll ? [2] : [2, 1])
    expect(state.sessions.map(({ status }) => status)).toEqual(['ended', 'ended'])
    expect(left).toEqual([{ namespace: 'eip155' }])
    await stop?.()
  }
})

it('says that a permission is still there when a wallet only says that it ended it, and stays connected', async () => {
  let list: readonly Given[] = [given()]
  const { service, left } = open({
    answers: {
      wallet_getGrantedExecutionPermissions: () => list,
      wallet_revokeExecutionPermission: () => {
        list = []
        return {}
      },
    },
  })
  await expect(service.endAllAndDisconnect()).rejects.toMatchObject({ code: 'SESSIONS_NOT_ENDED' })
  expect(left).toEqual([])
})

it('ends all at once, and reads from the chain whether they are', async () => {
  const list = [given(), given()]
  for (const isTrue of [true, false]) {
    const opened = open({
      answers: {
        wallet_getGrantedExecutionPermissions: () => list,
        wallet_revokeExecutionPermission: () => {
          for (const { context } of isTrue ? list : []) opened.end(context)
          return {}
        },
      },
    })
    const ended = opened.service.endAll()
    if (isTrue) await ended
    else await expect(ended).rejects.toMatchObject({ code: 'SESSIONS_NOT_ENDED' })
    const asks = opened.requests.filter(({ method }) => method === 'wallet_revokeExecutionPermission')
    expect(asks.map(({ params }) => params)).toEqual([[{ all: true, from: own }]])
    expect(opened.left).toEqual([])
    await stop?.()
  }
})

test.each([
  ['that has no such request', -32601, 'SESSIONS_ALL_UNSUPPORTED'],
  ['that ends one only', -32602, 'SESSIONS_ALL_UNSUPPORTED'],
  ['whose person declines', 4001, 4001],
])('doesn’t end all in a wallet %s', async (_, code, expected) => {
  const refuses = () => {
    throw Object.assign(new Error('no'), { code })
  }
  const { service } = open({ answers: { wallet_revokeExecutionPermission: refuses } })
  await expect(service.endAll()).rejects.toMatchObject({ code: expected })
})

it('ends a permission on its own network only', async () => {
  const { service, state, requests } = open({
    answers: { wallet_getGrantedExecutionPermissions: () => [given(asked, { chainId: '0x2' })] },
  })
  await service.read()
  const ids = state.sessions.map(({ id }) => id)
  await expect(service.end(ids)).rejects.toMatchObject({ code: 'SESSIONS_NETWORK_OTHER' })
  expect(requests.filter(({ method }) => method === 'wallet_revokeExecutionPermission')).toEqual([])
})

it('ends what was just given, though nobody read the list', async () => {
  const opened = open({
    answers: {
      wallet_requestExecutionPermissions: () => [given()],
      wallet_revokeExecutionPermission: ([{ permissionContext }]) => opened.end(permissionContext),
    },
  })
  const [session] = await opened.service.grant([asked])
  await opened.service.end([session?.id ?? ''])
  expect(opened.state.sessions).toMatchObject([{ id: session?.id, status: 'ended' }])
})
