// One approval that connects and signs in: the real client libraries on both sides, and the sign-in plugin.
import { eip155 } from '@latchkey/plugin-eip155'
import { Siwx, siwx, type SiwxOptions } from '@latchkey/plugin-siwx'
import { solana, solanaMainnet } from '@latchkey/plugin-solana'
import type { WalletPolicies } from '@latchkey/testkit/walletconnect'
import { type Hex, verifyMessage } from 'viem'
import { afterEach, describe, expect, it } from 'vitest'
import {
  anvil,
  type Bench,
  ethereum,
  evmChain,
  newDevice,
  type Page,
  startBench,
} from '../test/startBench.js'

const approve = { proposal: 'approve', request: 'approve', authentication: 'approve' } as const
const app = { domain: 'app.example', uri: 'https://app.example' }
const evm = () => eip155({ networks: [evmChain(1, 'Ethereum'), evmChain(31337, 'Local')] })

let bench: Bench | undefined
afterEach(async () => {
  await bench?.stop()
  bench = undefined
})

async function started(policies: Partial<WalletPolicies> = approve, options: SiwxOptions = {}) {
  bench = await startBench({ policies })
  const device = newDevice()
  const page = await bench.open(device, [evm(), siwx({ ...app, ...options })])
  return { ...bench, page, device }
}

const sessionsOf = (page: Page) => page.kernel.get(Siwx).getSessions()
const answered = ({ wallet }: Pick<Bench, 'wallet'>) =>
  wallet.answers.map(({ kind, outcome }) => [kind, outcome])

describe('one approval', () => {
  it('connects and signs in on every network', async () => {
    const { page, wallet } = await started(approve, { statement: 'Welcome.' })
    await page.connect(wallet.pair)
    expect(page.uris[0]).toContain('methods=wc_sessionAuthenticate')
    await expect.poll(() => answered({ wallet })).toEqual([['authentication', 'approved']])
    expect(wallet.sessions).toHaveLength(1)
    const sessions = await sessionsOf(page)
    const [address] = wallet.signers[0]?.addresses(ethereum) ?? []
    expect(sessions.map(({ accountId }) => accountId)).toEqual([
      `${ethereum}:${address}`,
      `${anvil}:${address}`,
    ])
    for (const { session } of sessions) {
      if (!session) throw new Error('The session was not kept.')
      const { message, signature } = session
      expect(message).toContain('app.example wants you to sign in')
      const sound = await verifyMessage({ address: address as Hex, message, signature: signature as Hex })
      expect(sound).toBe(true)
    }
    await expect.poll(() => page.kernel.get(Siwx).status).toBe('signedIn')
    await page.sign('eip155', 'hi')
    await expect
      .poll(() => answered({ wallet }))
      .toEqual([
        ['authentication', 'approved'],
        ['request', 'approved'],
      ])
    expect(wallet.errors).toEqual([])
  })

  it('is declined once, as the person’s choice, and asked again by a new code', async () => {
    const { page, wallet } = await started({ ...approve, authentication: 'reject' })
    await expect(page.connect(wallet.pair)).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(await sessionsOf(page)).toEqual([])
    expect(page.session.state.connections).toEqual([])
    wallet.setPolicies({ authentication: 'approve' })
    await page.connect(wallet.pair)
    expect(page.uris[1]).not.toBe(page.uris[0])
    expect(await sessionsOf(page)).toHaveLength(2)
  })

  it('is not asked for where a network is not EVM: the wallet connects, and signs in afterwards', async () => {
    bench = await startBench({ policies: approve })
    const { wallet } = bench
    const page = await bench.open(newDevice(), [evm(), solana({ networks: [solanaMainnet] }), siwx(app)])
    await page.connect(wallet.pair)
    expect(page.uris[0]).not.toContain('wc_sessionAuthenticate')
    await expect.poll(() => answered({ wallet })).toEqual([['proposal', 'approved']])
    expect(await sessionsOf(page)).toEqual([])
  })

  it('is not asked for with a request id, which the method cannot carry', async () => {
    const { page, wallet } = await started(approve, { requestId: 'request-1' })
    await page.connect(wallet.pair)
    expect(page.uris[0]).not.toContain('wc_sessionAuthenticate')
    expect(page.session.state.connections).toHaveLength(1)
  })

  it('that cannot be stored ends the connection on both sides, with the reason', async () => {
    const storage = {
      add: () => Promise.reject(new Error('The server refuses.')),
      set: async () => {},
      get: async () => [],
      delete: async () => {},
    }
    const { page, wallet } = await started(approve, { storage: storage as never })
    await expect(page.connect(wallet.pair)).rejects.toThrow()
    expect(page.session.state.connections).toEqual([])
    await expect.poll(() => wallet.sessions).toEqual([])
  })

  it('is cancelled without a trace', async () => {
    const { page, wallet } = await started({ ...approve, authentication: 'queue' })
    const controller = new AbortController()
    const attempt = page.connect((uri) => void wallet.pair(uri), controller.signal)
    const asked = await wallet.next('authentication')
    controller.abort()
    await expect(attempt).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
    await asked.approve()
    await expect.poll(() => wallet.sessions).toEqual([])
    expect(await sessionsOf(page)).toEqual([])
    expect(page.session.state.connections).toEqual([])
  })
})
